import { expect, test } from 'vitest'
import { shownOutput } from './shown_output.ts'

test.each([
  ['\u001B[1;33mwarning\u001B[0m: slow\n', 'warning: slow\n'],
  ['10 %\r50 %\r100 %\ndone\r\n', '100 %\ndone\n'],
  ['90 %\r', '90 %'],
  ['\u001B[2Jgone \u202Etxt\tend', String.raw`\x1b[2Jgone \u202etxt` + '\tend'],
])('%j is shown as %j', (text, shown) => expect(shownOutput(text)).toBe(shown))
