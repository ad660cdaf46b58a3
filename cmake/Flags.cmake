# Compiler flags of every target of ours, in one interface library.
add_library(labrbf_flags INTERFACE)
target_compile_definitions(labrbf_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(labrbf_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes
                       -Wmissing-prototypes -ffp-contract=off)
if(LABRBF_SANITIZE)
    target_compile_options(labrbf_flags INTERFACE -fsanitize=${LABRBF_SANITIZE} -fno-sanitize-recover=all
                           -fno-omit-frame-pointer)
    target_link_options(labrbf_flags INTERFACE -fsanitize=${LABRBF_SANITIZE})
    set(CMAKE_C_FLAGS_DEBUG "-g -O1") # half of the time; findings keep their lines
endif()
if(LABRBF_COVERAGE)
    target_compile_options(labrbf_flags INTERFACE --coverage)
    target_link_options(labrbf_flags INTERFACE --coverage)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
