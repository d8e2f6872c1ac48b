# SPDX-License-Identifier: MIT
include(GoogleTest)

# As gtest_discover_tests(). The names are without the bytes of their parameters, which change with each build.
function(hagstone_discover_tests target)
  gtest_discover_tests(${target} NO_PRETTY_VALUES ${ARGN})
endfunction()
