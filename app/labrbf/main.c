#include "subcommands.h"

int main(int argc, char **argv) { return cli_run(&labrbf_program, argc, argv); }
