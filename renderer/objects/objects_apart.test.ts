import { expect, test } from 'vitest'
import type { Frame } from '../../shared/profile/frame.ts'
import type { ObjectReport } from '../../shared/report.ts'
import { objectsApart } from './objects_apart.ts'

/** Blocks of one line; callers as "function:line", outermost first. */
function block(callers: string[], bytes = 64, name = 'heap block of new_row grid.c:12'): ObjectReport {
  const allocation = [...callers, 'new_row:12'].map((text) => {
    const [called = '', line] = text.split(':')
    return { function: called, file: '/src/grid.c', line: Number(line), module: '/bin/grid' } as Frame
  })
  return { name, module: null, tool: 'spatial-loads', waste: 1, use: 1, traps: 1, pairs: 1, bytes, allocation } as unknown as ObjectReport
}

test('blocks of one line are distinguished by the first caller that differs', () => {
  const objects = [block(['main:3', 'fill:30']), block(['main:4', 'fill:30']), block(['main:4', 'copy:40']), block([], 8, 'other')]
  const apart = objectsApart(objects)
  expect(objects.map((object) => apart.get(object))).toEqual(['from main grid.c:3', 'from main grid.c:4', 'from copy grid.c:40', undefined])
})

test('those of one calling context by their size', () => {
  const objects = [block(['main:3'], 64), block(['main:3'], 4096)]
  const apart = objectsApart(objects)
  expect(objects.map((object) => apart.get(object))).toEqual(['64 B', '4 KiB'])
})
