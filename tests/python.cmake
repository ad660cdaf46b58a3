# The Python package: its own test suite on the library as built, and an installation by pip. Both look at what users
# get, so not at instrumented files.
if(NOT LABRBF_SANITIZE AND NOT LABRBF_COVERAGE)
    set(python ${CMAKE_CURRENT_SOURCE_DIR}/python)
    add_test(NAME python COMMAND ${python}/suite.sh ${PROJECT_SOURCE_DIR}/tools $<TARGET_FILE:labrbf_shared>
                                 $<TARGET_FILE_DIR:labrbf>)
    add_test(NAME python_install COMMAND ${python}/install.sh ${PROJECT_SOURCE_DIR}/tools $<TARGET_FILE_DIR:labrbf>)
    set_tests_properties(python python_install PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 RESOURCE_LOCK venv)
endif()
