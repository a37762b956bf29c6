// renameat2 and renamex_np are missing from Glibc's and Darwin's Swift modules.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
