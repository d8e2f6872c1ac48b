# SPDX-License-Identifier: MIT
# GoogleTest and the containers, which nearly every file of the tests includes, are read by the compiler once for all of
# them: reading them again took as long as all else together. Files still include what they use.

# Code that was read before is of use only where it is compiled in the same way: as programs are.
function(hagstone_compile_as_test_program target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIE $<$<AND:$<CONFIG:RelWithDebInfo>,$<COMPILE_LANGUAGE:CXX>>:-O1;-g1>)
  target_link_libraries(${target} PRIVATE GTest::gtest)
endfunction()

add_library(hagstone_test_headers OBJECT test_headers.cpp)
target_precompile_headers(hagstone_test_headers PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${CMAKE_CURRENT_LIST_DIR}/test_headers.h>)
hagstone_compile_as_test_program(hagstone_test_headers)

# Twelve files of a test program as one: what they use of GoogleTest and of the containers is instantiated once, which halves
# their compilation. `npm test` wants that where nothing is built yet. After `npm run setup` a changed test is compiled again by
# itself, and editors find its flags.
# scripts/native_clashes.ts, part of the linter, rejects a name that two files of a program define.
option(HAGSTONE_TESTS_TOGETHER "compile test files in batches" $ENV{HAGSTONE_TESTS_TOGETHER})

# The same for the files of a library or program in each of these folders; `.` is its own.
function(hagstone_compile_folders_as_one target)
  if(NOT HAGSTONE_TESTS_TOGETHER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(directory ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    set(folder .)
    if(source MATCHES "^([^/]+)/")
      set(folder ${CMAKE_MATCH_1})
    endif()
    if(folder IN_LIST ARGN)
      string(REPLACE . own group ${folder})
      set_source_files_properties(${directory}/${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()

# What only tests is hardly optimised; of the code under test, which is compiled into some tests, nothing is read before.
function(hagstone_compile_test_sooner target)
  hagstone_compile_as_test_program(${target})
  get_target_property(options ${target} COMPILE_OPTIONS)
  if(options MATCHES "sanitize" AND NOT HAGSTONE_SANITIZE)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM hagstone_test_headers)
  get_target_property(type ${target} TYPE)
  # Programs take from a library only the files that they need.
  if(HAGSTONE_TESTS_TOGETHER AND type STREQUAL "EXECUTABLE")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  get_target_property(directory ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${directory})
    if(NOT path MATCHES "\\.cpp$" OR NOT path MATCHES "(/test/|/testing/|_test\\.cpp$)")
      set_source_files_properties(${path} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

# Puts the targets of a directory and of all below it into `result`.
function(hagstone_targets_below directory result)
  get_property(found DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subdirectories DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(subdirectory ${subdirectories})
    hagstone_targets_below(${subdirectory} below)
    list(APPEND found ${below})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

function(hagstone_compile_tests_sooner targets)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(target MATCHES "_test$|_truth|_reference$|_fake_engine$|_raw_file$|_recorded_runs$" AND type MATCHES "EXECUTABLE|STATIC_LIBRARY|OBJECT_LIBRARY")
      hagstone_compile_test_sooner(${target})
    endif()
  endforeach()
endfunction()
