#include "commands.h"

int main(int argc, char **argv) { return cli_run(&compare_program, argc, argv); }
