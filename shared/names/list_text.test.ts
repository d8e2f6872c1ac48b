import { expect, test } from 'vitest'
import { listText } from './list_text.ts'

test.each([[[]], [['a']], [['a', 'b']], [['a', 'b', 'c']], [['a', 'b', 'c', 'd']]])('%j is listed as in English', (parts: string[]) => {
  expect(listText(parts)).toBe(new Intl.ListFormat('en').format(parts))
})
