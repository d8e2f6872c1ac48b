import { expect, test } from 'vitest'
import { lineTest } from './line_test.ts'
import { textTest } from './text_test.ts'

const FILES = ['/src/solver.c', '/src/set.h', '12.c', '/src/a:b', '']
/** The last is the largest that a file can claim: nothing of its size may be allocated for it. */
const LINES = [1, 5, 12, 117, 131, 2 ** 31 - 1]

/** Also conditions that no line can satisfy, so that nothing is searched. */
test.each(['solver.c:131', 'c:1', ':', '31', '', 'solver', 'solver.c:x', 'b:1', ':5x', 'H:5', '12.c:12', 'function_12', 'a:b', '1:1'])(
  '"%s" fits the lines whose file and number contain it',
  (text) => {
    for (const regularExpression of [false, true]) {
      const plain = textTest(text, regularExpression)
      const lines = lineTest(FILES, textTest(text, regularExpression))
      for (const [at, file] of FILES.entries())
        for (const line of LINES) expect([file, line, lines.fits(at, line)]).toEqual([file, line, plain(file) || plain(`${file}:${line}`)])
    }
  },
)

test('no line is tested for a text that no number completes', () => {
  expect([
    textTest('function_12', false).ignoresNumbers,
    textTest('c:12', false).ignoresNumbers,
    textTest('12', false).ignoresNumbers,
    textTest('x', true).ignoresNumbers,
  ]).toEqual([true, false, false, undefined])
})
