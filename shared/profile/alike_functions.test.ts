import { expect, test } from 'vitest'
import { apartText } from './alike_functions.ts'

const tables = {
  modules: ['/usr/bin/solver', '/lib/ld.so'].map((path) => ({ path, buildId: '', note: null })),
  files: ['/src/a/init.c', '/src/b.c'],
  functions: [
    ['_start', 0, -1, -1],
    ['_start', 1, -1, -1],
    ['main', 0, 0, 5],
    ['init', 0, 0, 10],
    ['init', 0, 1, 20],
    ['init', 0, 1, 30],
    ['init', 1, -1, -1],
    ['same', 0, 0, 4],
    ['same', 0, 0, 4],
  ].map(([name, module, file, line]) => ({ name, linkageName: '', module, file, line }) as never),
}

test('functions of one name are distinguished by module, then by file, then by line; others need nothing', () => {
  expect(Array.from(tables.functions, (_, index) => apartText(tables, index))).toEqual([
    'solver',
    'ld.so',
    null,
    'init.c',
    'b.c:20',
    'b.c:30',
    'ld.so',
    null,
    null,
  ])
})
