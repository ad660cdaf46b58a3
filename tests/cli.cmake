labrbf_test(fold_split unit/test_fold_split.c LIBS labrbf_cli labrbf_flags)
labrbf_test(sample_plan unit/test_sample_plan.c LIBS labrbf_cli labrbf_flags)

# The command line: cases of commands with what they should print, in cli/cases.
add_executable(cli_helper cli/helper.c)
target_link_libraries(cli_helper PRIVATE labrbf_flags)
set_target_properties(cli_helper PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
file(GLOB cli_cases CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/cases/*.sh)
foreach(case ${cli_cases})
    get_filename_component(name ${case} NAME_WE)
    add_test(NAME cli.${name}
        COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh $<TARGET_FILE_DIR:labrbf> $<TARGET_FILE:cli_helper> ${case})
    set_tests_properties(cli.${name} PROPERTIES TIMEOUT 300)
endforeach()
