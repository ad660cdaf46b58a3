/* The version of labrbf. This is the only place it is written: CMake, the manual and Python read it here. */
#ifndef LABRBF_VERSION_H
#define LABRBF_VERSION_H

#define LABRBF_VERSION_MAJOR 0
#define LABRBF_VERSION_MINOR 1
#define LABRBF_VERSION_PATCH 0
#define LABRBF_VERSION       "0.1.0"

#endif
