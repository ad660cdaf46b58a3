# The core library: unit tests look inside it, laws and api tests ask it questions from outside.
add_library(test_oracle STATIC ${CMAKE_CURRENT_SOURCE_DIR}/oracle.c ${CMAKE_CURRENT_SOURCE_DIR}/fixture.c)
target_include_directories(test_oracle PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(test_oracle PUBLIC labrbf_flags)

foreach(name kernel)
    labrbf_test(${name} unit/test_${name}.c LIBS test_oracle labrbf_internal)
endforeach()
