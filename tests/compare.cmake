# Methods known beforehand, for the tests of the protocol around them.
add_library(compare_standin STATIC compare/standin.c)
target_include_directories(compare_standin PUBLIC compare)
target_link_libraries(compare_standin PUBLIC compare PRIVATE labrbf_flags)

# One test program per file tests/compare/test_*.c.
add_library(compare_plain STATIC compare/plain.c)
target_link_libraries(compare_plain PUBLIC test_oracle compare)
file(GLOB compare_tests CONFIGURE_DEPENDS compare/test_*.c)
foreach(source ${compare_tests})
    get_filename_component(name ${source} NAME_WE)
    string(REPLACE test_ compare_ name ${name})
    labrbf_test(${name} ${source} LIBS labrbf_flags compare_standin compare_plain compare)
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()

# The command line, with the stand-ins as methods, so that the cases do not change with the methods.
add_executable(labrbf-compare-standin ${PROJECT_SOURCE_DIR}/compare/main.c compare/standin_methods.c)
target_link_libraries(labrbf-compare-standin PRIVATE labrbf_flags compare_standin compare)
set_target_properties(labrbf-compare-standin PROPERTIES OUTPUT_NAME labrbf-compare
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/standin)
# The same with tables and data sets for tests.
add_executable(labrbf-compare-tables ${PROJECT_SOURCE_DIR}/compare/main.c compare/standin_methods.c
               compare/standin_sheets.c)
target_link_libraries(labrbf-compare-tables PRIVATE labrbf_flags compare_standin compare)
set_target_properties(labrbf-compare-tables PROPERTIES OUTPUT_NAME labrbf-compare
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/standin-tables)
# compare_cases(PREFIX FOLDER PROGRAM): the cases of a folder, with a program.
function(compare_cases prefix folder program)
    file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/compare/${folder}/*.sh)
    foreach(case ${cases})
        get_filename_component(name ${case} NAME_WE)
        add_test(NAME ${prefix}.${name}
            COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh $<TARGET_FILE_DIR:${program}> $<TARGET_FILE:cli_helper>
                    ${case})
        set_tests_properties(${prefix}.${name} PROPERTIES TIMEOUT 300)
    endforeach()
endfunction()
compare_cases(compare_cli cases labrbf-compare-standin)
compare_cases(compare_tables table_cases labrbf-compare-tables)

# The tables in docs/results are those of the files beside them.
add_test(NAME compare_committed COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/compare/committed_results.sh
                                   $<TARGET_FILE:labrbf-compare> ${PROJECT_SOURCE_DIR}/docs/results)

# Against scikit-learn, in a virtual environment. It looks at numbers, not at memory: no need for instrumented files.
add_executable(compare_probe compare/probe.c)
target_link_libraries(compare_probe PRIVATE labrbf_flags compare)
set_target_properties(compare_probe PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
if(NOT LABRBF_SANITIZE AND NOT LABRBF_COVERAGE)
    add_test(NAME uninstall COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/api/uninstall.sh ${PROJECT_SOURCE_DIR}/tools
                                    ${PROJECT_BINARY_DIR})
    set_tests_properties(uninstall PROPERTIES TIMEOUT 300 RESOURCE_LOCK install)
    add_test(NAME compare_sklearn COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/compare/sklearn.sh ${PROJECT_SOURCE_DIR}/tools
             $<TARGET_FILE:compare_probe>)
    set_tests_properties(compare_sklearn PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 RESOURCE_LOCK venv)
endif()
