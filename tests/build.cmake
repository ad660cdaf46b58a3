# Cases about the project as a whole: layers, binary interface, header, installation.
set(api ${CMAKE_CURRENT_SOURCE_DIR}/api)

add_test(NAME layers COMMAND ${PROJECT_SOURCE_DIR}/tools/check-layers)
add_test(NAME layers_selftest COMMAND ${api}/check_layers_test.sh ${PROJECT_SOURCE_DIR}/tools/check-layers)

find_program(LABRBF_CXX NAMES c++ g++ clang++ NO_CACHE)
if(NOT LABRBF_CXX)
    set(LABRBF_CXX c++)
endif()
foreach(standard c99 c17 c++17)
    set(compiler ${CMAKE_C_COMPILER})
    if(standard MATCHES "\\+\\+")
        set(compiler ${LABRBF_CXX})
    endif()
    add_test(NAME header_alone_${standard}
             COMMAND ${api}/header_alone.sh ${PROJECT_SOURCE_DIR}/include ${compiler} ${standard})
    set_tests_properties(header_alone_${standard} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()

# These look at the files that users get, so not at instrumented ones.
if(NOT LABRBF_SANITIZE AND NOT LABRBF_COVERAGE)
    add_test(NAME exported_symbols
             COMMAND ${api}/check_symbols.sh $<TARGET_FILE:labrbf_shared>
                     ${PROJECT_SOURCE_DIR}/include/labrbf/labrbf.h ${api}/symbols.txt)
    add_test(NAME state COMMAND ${api}/check_state.sh $<TARGET_FILE:labrbf_static>)
    add_test(NAME install_consumer
             COMMAND ${api}/install_consumer.sh ${CMAKE_COMMAND} ${CMAKE_C_COMPILER} ${PROJECT_BINARY_DIR}
                     ${api}/consumer)
    set_tests_properties(install_consumer PROPERTIES TIMEOUT 300 RESOURCE_LOCK install)
endif()
