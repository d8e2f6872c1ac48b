import { expect, it } from 'vitest'
import { missingLinesText } from './missing_lines_words.ts'

it('says why findings name addresses, and what to do', () => {
  expect(missingLinesText(['gzip'])).toBe(
    'gzip has no debug information, so findings there name addresses and not source lines. Build it with -g, install its debug symbols (-dbgsym or -debuginfo packages), or set DEBUGINFOD_URLS; then record again.',
  )
  expect(missingLinesText(['a', 'b.so'])).toMatch(/^a and b\.so have no debug information, .* Build them with -g, install their debug symbols /)
  expect(missingLinesText(['a', 'b.so', 'c.so', 'd.so'])).toMatch(/^a, b\.so, and 2 others have no debug information/)
})
