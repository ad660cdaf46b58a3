# Debian's *serial* OpenBLAS, by its own folder. The threaded flavours share its SONAME, so the run path names that
# folder too: the system's alternative does not decide. LAPACK's routines are inside it; only their header is needed.
find_library(LABRBF_OPENBLAS NAMES openblas PATH_SUFFIXES openblas-serial NO_CACHE
             PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-serial NO_DEFAULT_PATH)
find_path(LABRBF_CBLAS_INCLUDE cblas.h NO_CACHE
          PATHS /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-serial NO_DEFAULT_PATH)
find_path(LABRBF_LAPACKE_INCLUDE lapacke.h NO_CACHE)
if(NOT LABRBF_OPENBLAS OR NOT LABRBF_CBLAS_INCLUDE OR NOT LABRBF_LAPACKE_INCLUDE)
    message(FATAL_ERROR "OpenBLAS (serial) or lapacke.h not found. On Debian: "
                        "apt-get install libopenblas-serial-dev liblapacke-dev, or let 'make build' do it.")
endif()
get_filename_component(LABRBF_OPENBLAS_DIR ${LABRBF_OPENBLAS} DIRECTORY)
add_library(labrbf_blas INTERFACE)
target_include_directories(labrbf_blas SYSTEM INTERFACE ${LABRBF_CBLAS_INCLUDE} ${LABRBF_LAPACKE_INCLUDE})
target_link_libraries(labrbf_blas INTERFACE ${LABRBF_OPENBLAS})
list(APPEND CMAKE_BUILD_RPATH ${LABRBF_OPENBLAS_DIR})
list(APPEND CMAKE_INSTALL_RPATH ${LABRBF_OPENBLAS_DIR})
