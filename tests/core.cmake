# The core library: unit tests look inside it, most of the others ask it questions from outside.
find_package(Threads REQUIRED)
set(here ${CMAKE_CURRENT_SOURCE_DIR})
add_library(test_oracle STATIC ${here}/oracle.c ${here}/fixture.c)
target_include_directories(test_oracle PUBLIC ${here} ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(test_oracle PUBLIC labrbf_flags ${CMOCKA} Threads::Threads m)

foreach(name kernel kernel_variants product sweep krr solver window rows gradient optim support scaler settings par rng order alloc file)
    labrbf_test(${name} unit/test_${name}.c LIBS test_oracle labrbf_internal)
endforeach()
labrbf_test(metrics unit/test_metrics.c LIBS test_oracle labrbf_shared)
foreach(name laws same_bits)
    labrbf_test(${name} laws/test_${name}.c LIBS test_oracle labrbf_internal)
endforeach()
labrbf_test(theorems laws/test_theorems.c LIBS test_oracle labrbf_shared)
foreach(name api fit trainer algorithm optimality model_file model_gradient)
    labrbf_test(${name} api/test_${name}.c LIBS test_oracle labrbf_shared)
endforeach()
target_compile_definitions(test_model_file PRIVATE GOLDEN="${here}/golden")
add_executable(golden_make ${here}/golden/make.c) # wrote the files in golden/, see there
target_link_libraries(golden_make PRIVATE labrbf_shared labrbf_flags m)
set_target_properties(golden_make PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
labrbf_test(predictor api/test_predictor.c LIBS test_oracle labrbf_internal)
labrbf_test(memory api/test_memory.c LIBS test_oracle labrbf_internal)
target_link_options(test_memory PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)

# What runs on several threads, for the thread sanitizer.
set_tests_properties(par same_bits memory predictor model_gradient PROPERTIES LABELS threads)
