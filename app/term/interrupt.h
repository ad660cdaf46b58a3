/*
 * Signals that ask for an end: Ctrl-C, SIGTERM (a batch system's time is over) and SIGHUP (the line was dropped). The
 * first asks the work to stop after the step or block it is in. A second Ctrl-C ends the program; the others may come
 * in pairs, so they do not.
 */
#ifndef LAB_TERM_INTERRUPT_H
#define LAB_TERM_INTERRUPT_H

#include <stdbool.h>

/* From now on they are caught (but for those that the program was started with ignored, as under nohup). */
void term_interrupt_catch(void);
bool term_interrupt_seen(void);

/* The exit code that says which it was, as a shell counts: 130 for Ctrl-C. */
int term_interrupt_code(void);

#endif
