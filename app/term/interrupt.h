/* Ctrl-C: the first press asks the work to stop after the step or block it is in, the second ends the program. */
#ifndef LAB_TERM_INTERRUPT_H
#define LAB_TERM_INTERRUPT_H

#include <stdbool.h>

/* From now on Ctrl-C is caught (unless the program was started with it ignored, as under nohup). */
void term_interrupt_catch(void);
bool term_interrupt_seen(void);

#endif
