# Cases of app/io/ and of the number conversions it shares with the library.
set(io_libs labrbf_io labrbf_flags)
labrbf_test(number unit/test_number.c LIBS ${io_libs})
labrbf_test(stream unit/test_stream.c LIBS ${io_libs})
labrbf_test(csv unit/test_csv.c LIBS ${io_libs})
labrbf_test(labels unit/test_labels.c LIBS ${io_libs})
labrbf_test(npy unit/test_npy.c LIBS ${io_libs})
labrbf_test(libsvm unit/test_libsvm.c LIBS ${io_libs})
labrbf_test(output unit/test_output.c LIBS ${io_libs})
labrbf_test(io_memory unit/test_io_memory.c LIBS ${io_libs})
target_include_directories(test_number PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_options(test_io_memory PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
                    -Wl,--wrap=strdup,--wrap=realpath)
target_link_options(test_output PRIVATE -Wl,--wrap=write)
target_link_options(test_stream PRIVATE -Wl,--wrap=read,--wrap=pread,--wrap=write)

# A locale with a decimal comma, for the test that none is looked at; without it that test is skipped.
find_program(LOCALEDEF localedef NO_CACHE)
set(locales ${PROJECT_BINARY_DIR}/locale)
if(LOCALEDEF AND NOT EXISTS ${locales}/de_DE.UTF-8)
    file(MAKE_DIRECTORY ${locales})
    execute_process(COMMAND ${LOCALEDEF} -i de_DE -f UTF-8 ${locales}/de_DE.UTF-8 OUTPUT_QUIET ERROR_QUIET)
endif()
set_tests_properties(number PROPERTIES ENVIRONMENT LOCPATH=${locales})
