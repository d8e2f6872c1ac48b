import { expect, test } from 'vitest'
import type { FrameChain } from '../../../shared/profile/frame.ts'
import { assignmentOf } from '../objects.ts'

const sources: Record<string, string[]> = {
  'matrix.c': ['m->a = new_row(n);', 'use(new_row(n));'],
  'rows.c': ['return checked(malloc(n));', 'double *row = malloc(n);'],
}
const lineText = (file: string, line: number): string | null => sources[file]?.[line - 1] ?? null
/** From the caller to the call of the allocator. */
const allocated = (...places: Array<[file: string | null, line: number]>): { allocation: FrameChain } => ({
  allocation: places.map(([file, line]) => ({ function: 'f', file, line })) as unknown as FrameChain,
})

test('an object is named by the assignment on the line that allocates it, or on the line of its caller', () => {
  expect(assignmentOf(allocated(['matrix.c', 1], ['rows.c', 2]), lineText)).toBe('row')
  expect(assignmentOf(allocated(['matrix.c', 1], ['rows.c', 1]), lineText)).toBe('m->a')
  expect(assignmentOf(allocated(['matrix.c', 1], [null, 0]), lineText)).toBe('m->a')
})

test('and has no name if no line has one, or the source is unavailable', () => {
  expect(assignmentOf(allocated(['matrix.c', 2], ['rows.c', 1]), lineText)).toBeNull()
  expect(assignmentOf(allocated(['matrix.c', 1], ['rows.c', 1]), () => null)).toBeNull()
  expect(assignmentOf({}, lineText)).toBeNull()
})
