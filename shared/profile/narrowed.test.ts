import { expect, test } from 'vitest'
import { narrowed } from './narrowed.ts'

test.each([
  ['whole numbers', [0, 7, 2 ** 32 - 1], Uint32Array],
  ['parts of samples', [0, 0.5], Float64Array],
  ['more than 32 bits hold', [2 ** 32], Float64Array],
  ['numbers below zero', [-1], Float64Array],
])('%s stay what they are', (_, values, kind) => {
  const held = narrowed(Float64Array.from(values))
  expect(held).toBeInstanceOf(kind)
  expect([...held]).toEqual(values)
})
