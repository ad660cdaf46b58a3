#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t seen;

static void remember(int number) {
    (void)number;
    seen = 1;
}

void term_interrupt_catch(void) {
    struct sigaction old, action = {.sa_handler = remember};
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART); /* the next one has its usual effect again */
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

bool term_interrupt_seen(void) { return seen != 0; }
