#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "command.h"
#include "io/source.h"

static volatile sig_atomic_t seen; /* number of the first signal */

static void remember(int number) {
    if (seen == 0)
        seen = number;
}

/* System calls are not restarted, so that a program that waits for input notices. */
static void catch_signal(int number, unsigned flags) {
    struct sigaction old, action = {.sa_handler = remember};
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)flags;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void term_interrupt_catch(void) {
    catch_signal(SIGINT, SA_RESETHAND); /* the next one has its usual effect again */
    catch_signal(SIGTERM, 0);
    catch_signal(SIGHUP, 0);
    io_stop_when(term_interrupt_seen);
}

bool term_interrupt_seen(void) { return seen != 0; }

int term_interrupt_code(void) { return seen != 0 ? 128 + (int)seen : TERM_INTERRUPTED; }
