// SPDX-License-Identifier: MIT
// CMake reads headers for those of a target only, and a target has a source.
#include "test_headers.h"
