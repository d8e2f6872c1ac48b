import { expect, test } from 'vitest'
import { rangeText } from './distance_axis.ts'
import { withBar } from '../charts/BarBrush.tsx'
import { cacheSizeOf } from './reuse_choices.ts'

test('a range begins with a bar, grows to others, and ends with its only one', () => {
  expect(withBar(null, 4)).toEqual({ first: 4, last: 4 })
  expect(withBar({ first: 4, last: 4 }, 6)).toEqual({ first: 4, last: 6 })
  expect(withBar({ first: 4, last: 6 }, 2)).toEqual({ first: 2, last: 6 })
  expect(withBar({ first: 4, last: 4 }, 4)).toBeNull()
})

test('a range is named from its first bar to its last', () => {
  const bin = (from: number, to: number | null) => ({ from, to, share: 0.1 })
  expect(rangeText(bin(4096, 8192), bin(8192, 16_384), 'bytes')).toBe('4 KiB to 16 KiB')
  expect(rangeText(bin(0, 4096), bin(4096, null), 'bytes')).toBe('0 and more')
})

test.each([
  ['2 MB', 2 * 1024 ** 2],
  ['48k', 48 * 1024],
  ['1.5 MiB', 1.5 * 1024 ** 2],
  ['512', 512],
  ['1g', 1024 ** 3],
])('a cache of %s has %i bytes', (text, bytes) => expect(cacheSizeOf(text)).toEqual({ bytes, problem: null }))

test('an invalid size is reported', () => {
  expect(cacheSizeOf('')).toEqual({ bytes: null, problem: null })
  expect(cacheSizeOf('large').problem).toMatch(/Not a cache size/)
  expect(cacheSizeOf('0').problem).not.toBeNull()
})
