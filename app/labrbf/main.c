#include "subcommands.h"

int main(int argc, char **argv) { return term_run(&labrbf_program, argc, argv); }
