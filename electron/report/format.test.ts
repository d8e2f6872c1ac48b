import { expect, test } from 'vitest'
import { relativeText } from './format.ts'

test('an amount that was nothing before is new only if that is not by chance', () => {
  const appeared = { relative: null, change: 5 }
  expect(relativeText({ ...appeared, significance: 'significant' })).toBe('new')
  expect(relativeText({ ...appeared, significance: 'exact' })).toBe('new')
  expect(relativeText({ ...appeared, significance: 'noise' })).toBe('—')
})
