# One test program per file tests/compare/test_*.c.
add_library(compare_plain STATIC compare/plain.c)
target_link_libraries(compare_plain PUBLIC test_oracle compare)
file(GLOB compare_tests CONFIGURE_DEPENDS compare/test_*.c)
foreach(source ${compare_tests})
    get_filename_component(name ${source} NAME_WE)
    string(REPLACE test_ compare_ name ${name})
    labrbf_test(${name} ${source} LIBS labrbf_flags compare_plain)
endforeach()

# Against scikit-learn, in a virtual environment. It looks at numbers, not at memory: no need for instrumented files.
add_executable(compare_probe compare/probe.c)
target_link_libraries(compare_probe PRIVATE labrbf_flags compare)
set_target_properties(compare_probe PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
if(NOT LABRBF_SANITIZE AND NOT LABRBF_COVERAGE)
    add_test(NAME compare_sklearn COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/compare/sklearn.sh ${PROJECT_SOURCE_DIR}/tools
             $<TARGET_FILE:compare_probe>)
    set_tests_properties(compare_sklearn PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 RESOURCE_LOCK venv)
endif()
