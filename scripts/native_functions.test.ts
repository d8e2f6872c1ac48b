import { expect, test } from 'vitest'
import { unusedFunctions } from './native_functions.ts'

const unused = (text: string, others: Record<string, string> = {}) =>
  unusedFunctions(Object.entries({ 'native/part/file.cpp': text, ...others }).map(([path, source]) => ({ path, text: source }))).map(
    ({ file, line, name }) => `${file}:${line} ${name}`,
  )

test('names a function that only its declaration and a comment name', () => {
  expect(unused('/* idle() */\nvoid idle(int x);\nvoid idle(int x) {\n  use(x);\n}\n')).toEqual(['native/part/file.cpp:3 idle'])
})

test('a call, a table, a macro, and a name in a literal are uses', () => {
  expect(
    unused('int called() { return 1; }\nint listed(int x) { return x; }\nint made() { return 2; }\nint found() { return called(); }\n', {
      'native/part/table.c': 'static int (*const table[])(int) = {listed};\n#define MAKE(x) \\\n  made()\n',
      'native/part/load.c': 'void load(void) { dlsym(0, "found"); }\nstatic void (*const entry)(void) = load;\n',
    }),
  ).toEqual([])
})

test("a function's call of itself is no use", () => {
  expect(unused('static int down(int n) {\n  if (n) { return down(n - 1); }\n  return 0;\n}\n')).toEqual(['native/part/file.cpp:1 down'])
})

test('methods, namespaces and attributes', () => {
  expect(
    unused(
      'namespace a {\nclass Box {\n public:\n  Box();\n  int size() const { return 1; }\n  void open() override;\n};\n[[gnu::noinline]] void Box::open() { size(); }\n}\n',
    ),
  ).toEqual(['native/part/file.cpp:8 open'])
})

test('a function that only tests call is unused; those of tests are used by tests', () => {
  expect(unused('int value() { return 1; }\n', { 'native/part/test/value_test.cpp': 'int helper() { return value(); }\nTEST(A, B) { helper(); }\n' })).toEqual([
    'native/part/file.cpp:1 value',
  ])
})

test('exported functions and entry points are called from outside', () => {
  expect(unused('HAGSTONE_INTERPOSED int close(int d) { return d; }\nint main(void) { return 0; }\nint __wrap_open(int x) { return x; }\n')).toEqual([])
})
