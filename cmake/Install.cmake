# What `make install` puts where: program, header, shared and static library, CMake package, pkg-config file, manual
# pages, shell completions. Everything is found relative to the files' own place, so the installed tree can be moved.
include(CMakePackageConfigHelpers)
set(labrbf_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/labrbf)

# The library. Two export sets: the static one is offered only where its own dependencies are found.
target_link_libraries(labrbf_static INTERFACE $<INSTALL_INTERFACE:labrbf::openblas>
                      $<INSTALL_INTERFACE:Threads::Threads> $<INSTALL_INTERFACE:m>)
install(TARGETS labrbf_shared EXPORT labrbf-shared)
install(TARGETS labrbf_static EXPORT labrbf-static)
foreach(kind shared static)
    install(EXPORT labrbf-${kind} NAMESPACE labrbf:: DESTINATION ${labrbf_package_dir})
endforeach()
install(FILES include/labrbf/labrbf.h include/labrbf/labrbf_version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/labrbf)

configure_package_config_file(cmake/labrbfConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/labrbfConfig.cmake
                              INSTALL_DESTINATION ${labrbf_package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/labrbfConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/labrbfConfig.cmake ${PROJECT_BINARY_DIR}/cmake/labrbfConfigVersion.cmake
        DESTINATION ${labrbf_package_dir})

# pkg-config: the prefix is found from the place of the file itself.
file(RELATIVE_PATH labrbf_pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" labrbf_pc_prefix ${labrbf_pc_prefix})
configure_file(cmake/labrbf.pc.in ${PROJECT_BINARY_DIR}/cmake/labrbf.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/labrbf.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The programs. Their run path: the library beside them, and the serial OpenBLAS (cmake/Blas.cmake). labrbf-compare is
# installed if asked for: cmake --install BUILD --component compare.
file(RELATIVE_PATH labrbf_lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
foreach(program labrbf labrbf-compare)
    if(TARGET ${program})
        set_property(TARGET ${program} APPEND PROPERTY INSTALL_RPATH "$ORIGIN/${labrbf_lib_from_bin}")
    endif()
endforeach()
if(TARGET labrbf)
    install(TARGETS labrbf)
endif()
if(TARGET labrbf-compare)
    install(TARGETS labrbf-compare COMPONENT compare EXCLUDE_FROM_ALL)
endif()

# labrbf(3) is made of the public header and an example that the tests build and run.
set(labrbf_man3 ${PROJECT_BINARY_DIR}/man/labrbf.3)
set(labrbf_man3_sources include/labrbf/labrbf.h tests/api/consumer/main.c)
list(TRANSFORM labrbf_man3_sources PREPEND ${PROJECT_SOURCE_DIR}/)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
add_custom_command(OUTPUT ${labrbf_man3}
                   COMMAND awk -v version=${PROJECT_VERSION} -v output=${labrbf_man3}
                           -f ${PROJECT_SOURCE_DIR}/tools/manual3.awk ${labrbf_man3_sources}
                   DEPENDS tools/manual3.awk ${labrbf_man3_sources}
                   COMMENT "Writing labrbf.3" VERBATIM)
add_custom_target(labrbf_manual3 ALL DEPENDS ${labrbf_man3})

# The pages and completions of the commands are written at build time by tools/manual.c (see app/labrbf/CMakeLists.txt).
foreach(section 1 3)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
            FILES_MATCHING PATTERN "*.${section}")
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/completion/labrbf OPTIONAL
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/completion/_labrbf OPTIONAL
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_BINARY_DIR}/completion/labrbf.fish OPTIONAL
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
