# The tests of `make test-all`: they take long, or look at what changes rarely.
if(LABRBF_COMPARE)
    labrbf_long(compare_cli.figures)
endif()
if(LABRBF_SANITIZE)
    labrbf_long(search) # a minute with the sanitizers; other tests make default fits there
endif()

# These look at the files that users get, or make builds of their own.
if(NOT LABRBF_SANITIZE AND NOT LABRBF_COVERAGE)
    set(tools ${PROJECT_SOURCE_DIR}/tools)
    add_test(NAME valgrind_end_to_end COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cli/valgrind.sh $<TARGET_FILE:labrbf>)
    set_tests_properties(valgrind_end_to_end PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
    add_test(NAME wheel COMMAND ${tools}/wheel)
    set_tests_properties(wheel PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 RESOURCE_LOCK venv)
    add_test(NAME fuzz_readers COMMAND ${tools}/fuzz 20)
    set_tests_properties(fuzz_readers PROPERTIES TIMEOUT 900)
    # Every kind of model, fitted with one thread and with two.
    add_test(NAME same_bits_of_threads COMMAND ${tools}/compare-builds $<TARGET_FILE_DIR:labrbf>
                                               $<TARGET_FILE_DIR:labrbf> --threads 2)
    set_tests_properties(same_bits_of_threads PROPERTIES TIMEOUT 1800)
    labrbf_long(valgrind_end_to_end wheel fuzz_readers same_bits_of_threads python_install)
endif()
