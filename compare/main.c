#include "commands.h"

int main(int argc, char **argv) { return term_run(&compare_program, argc, argv); }
