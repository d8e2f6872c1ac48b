import { expect, test } from 'vitest'
import { clashingNames, definedNames, foldersAsOne, hiddenNames, testPrograms } from './native_names.ts'

test('finds functions, variables, types and macros of the namespace', () => {
  const text = `#include "a.h"
#define LIMIT 3
namespace hagstone {
namespace {
using std::string;
using Counts = std::map<int, int>;
constexpr uint64_t first = 1, second = 2;
alignas(64) uint64_t line[8] = {};
struct Total {
  int inner = 0;
};
struct Declared;
class Sharing : public ::testing::Test {};
std::map<int, std::string> names_of(const Total &total,
                                    int more) {
  int local = total.inner;
  return {};
}
extern "C" const char snippet[];
std::set<int> seen{1, 2};
std::map<int, int> visited;
TEST_P(Sharing, Counts) { EXPECT_EQ(first, second); }
}  // namespace
`
  expect([...definedNames(text)].sort()).toEqual(['Counts', 'LIMIT', 'Sharing', 'Total', 'first', 'line', 'names_of', 'second', 'seen', 'visited'])
})

test('names clash within a program, and in its test files only', () => {
  const programs = testPrograms([
    {
      path: 'native/part/test/CMakeLists.txt',
      text: 'add_executable(one_test a_test.cpp\n  ../code/b_test.cpp ../code/b.cpp)\nadd_executable(other_test c_test.cpp)\n',
    },
  ])
  expect(programs).toEqual([['native/part/test/a_test.cpp', 'native/part/code/b_test.cpp'], ['native/part/test/c_test.cpp']])
  expect(clashingNames(programs, () => 'int same() { return 1; }\n')).toEqual([
    { name: 'same', files: ['native/part/test/a_test.cpp', 'native/part/code/b_test.cpp'] },
  ])
})

test('files of a folder that is compiled as one are those without options of their own', () => {
  const files = foldersAsOne([
    { path: 'native/CMakeLists.txt', text: 'include(a)\nhagstone_compile_folders_as_one(parts code text)\n' },
    {
      path: 'native/part/CMakeLists.txt',
      text: 'add_library(parts STATIC code/a.cpp code/b.cpp other.cpp\n  text/c.cpp code/fast.cpp)\nset_source_files_properties(other.cpp\n  code/fast.cpp PROPERTIES COMPILE_OPTIONS -O2)\n',
    },
  ])
  expect(files).toEqual([['native/part/code/a.cpp', 'native/part/code/b.cpp'], ['native/part/text/c.cpp']])
})

test('files of a program that are in no folder are compiled as one, too', () => {
  const files = foldersAsOne([
    { path: 'native/CMakeLists.txt', text: 'hagstone_compile_folders_as_one(tool . code)\n' },
    { path: 'native/tool/CMakeLists.txt', text: 'add_executable(tool\n  main.cpp\n  code/a.cpp\n  entry.S\n  code/b.cpp\n  run.cpp)\n' },
  ])
  expect(files).toEqual([
    ['native/tool/main.cpp', 'native/tool/run.cpp'],
    ['native/tool/code/a.cpp', 'native/tool/code/b.cpp'],
  ])
})

test('a name clashes with that of a header which only another file includes, through a header, too', () => {
  const texts: Record<string, string> = {
    'native/part/test/a_test.cpp': '#include "own.h"\nint shared() { return 1; }\nint own() { return 2; }\n',
    'native/part/test/b_test.cpp': '#include <vector>\n#include "part/outer.h"\nTEST(B, Works) { shared(); }\n',
    'native/part/test/own.h': 'int own();\n',
    'native/part/outer.h': '#include "inner.h"\n',
    'native/part/inner.h': 'int shared();\n',
  }
  const headers = Object.keys(texts).filter((path) => path.endsWith('.h'))
  expect(hiddenNames([['native/part/test/a_test.cpp', 'native/part/test/b_test.cpp']], headers, (path) => texts[path]!)).toEqual([
    { name: 'shared', files: ['native/part/test/a_test.cpp', 'native/part/inner.h'] },
  ])
})
