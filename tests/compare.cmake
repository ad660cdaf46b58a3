# One test program per file tests/compare/test_*.c.
file(GLOB compare_tests CONFIGURE_DEPENDS compare/test_*.c)
foreach(source ${compare_tests})
    get_filename_component(name ${source} NAME_WE)
    string(REPLACE test_ compare_ name ${name})
    labrbf_test(${name} ${source} LIBS labrbf_flags compare)
endforeach()
