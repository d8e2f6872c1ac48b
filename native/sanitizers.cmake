# SPDX-License-Identifier: MIT
# HAGSTONE_SANITIZE=address,undefined or =thread: tests and fuzzers of code that reads untrusted data or that several
# threads share, with every access checked (target hagstone_sanitized, tests of the labels "sanitized" and "fuzzer").
#
# Not included: the agent, which is loaded into programs and interposes functions that a sanitizer's runtime interposes
# too, and everything that records programs by it; the tracer, which is linked statically; the exhaustive engine, which
# has no libc; the symbols addon, which Node loads without a runtime; tests that step through their own code, whose
# oracle is GCC's output, or that simulate programs for minutes. All other tests can be built here too and run by hand
# (hagstone_pmu_test, hagstone_symbols_test …); hagstone_sanitized has those that are worth their time in each run of
# all tests.
string(REPLACE "," ";" sanitizers "${HAGSTONE_SANITIZE}")
foreach(sanitizer ${sanitizers})
  if(NOT sanitizer MATCHES "^(address|undefined|thread)$")
    message(FATAL_ERROR "HAGSTONE_SANITIZE is \"${HAGSTONE_SANITIZE}\"; it may be address,undefined or thread")
  endif()
endforeach()

string(REPLACE "-O2 -g" "-O1 -g1" CMAKE_C_FLAGS_RELWITHDEBINFO "${CMAKE_C_FLAGS_RELWITHDEBINFO}")
string(REPLACE "-O2 -g" "-O1 -g1" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
add_compile_options(-fsanitize=${HAGSTONE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
add_link_options(-fsanitize=${HAGSTONE_SANITIZE})
# Of functions that GCC is to compile in a certain way, for the tests that are left out here.
add_compile_options($<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-attributes>)
# libFuzzer comes with Clang only. Its counters do no harm in ordinary tests.
set(HAGSTONE_FUZZ OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND "address" IN_LIST sanitizers)
  set(HAGSTONE_FUZZ ON)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

add_custom_target(hagstone_sanitized)
add_custom_target(hagstone_fuzzers)
include(test_headers.cmake)
function(hagstone_sanitized_command target)
  add_dependencies(hagstone_sanitized ${target})
  if(target MATCHES "_test$")
    hagstone_compile_test_sooner(${target})
  endif()
  add_test(NAME sanitized.${target} COMMAND ${target} ${ARGN})
  set_tests_properties(sanitized.${target} PROPERTIES LABELS sanitized TIMEOUT 1200 ENVIRONMENT UBSAN_OPTIONS=print_stacktrace=1)
endfunction()

add_subdirectory(third_party)
add_subdirectory(common)
add_subdirectory(agent)
add_subdirectory(symbols)
add_subdirectory(exhaustive)

# The agent's table of what all threads wait for, which free, realloc and munmap of any thread mark.
add_executable(hagstone_armed_memory_test agent/test/units/armed_memory_test.cpp agent/sampling/armed_memory.cpp)
target_include_directories(hagstone_armed_memory_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/agent ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(hagstone_armed_memory_test PRIVATE GTest::gtest_main)
hagstone_sanitized_command(hagstone_armed_memory_test)

# Tests of native/common, without those that simulate programs.
set(algorithms_tests attribution_test.cpp compare_test.cpp judgement_test.cpp published_access_test.cpp reservoir_test.cpp watched_part_test.cpp)
if("thread" IN_LIST sanitizers)
  add_executable(hagstone_published_access_test common/test/published_access_test.cpp)
  target_link_libraries(hagstone_published_access_test PRIVATE hagstone_algorithms GTest::gtest_main)
  hagstone_sanitized_command(hagstone_published_access_test)
  hagstone_sanitized_command(hagstone_module_map_threads_test)
else()
  list(TRANSFORM algorithms_tests PREPEND common/test/)
  add_executable(hagstone_checked_algorithms_test ${algorithms_tests})
  target_link_libraries(hagstone_checked_algorithms_test PRIVATE hagstone_algorithms GTest::gtest_main)
  hagstone_sanitized_command(hagstone_checked_algorithms_test)
  hagstone_sanitized_command(hagstone_module_map_threads_test)
  hagstone_sanitized_command(hagstone_exhaustive_recording_test)
  # Those that step through programs take minutes.
  hagstone_sanitized_command(hagstone_unwind_test --gtest_filter=-*Stepping*)
endif()
if(HAGSTONE_FUZZ)
  add_subdirectory(fuzz)
endif()
