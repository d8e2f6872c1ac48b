import { expect, test } from 'vitest'
import { parseArguments, quoteArguments } from './command_line.ts'

test.each([
  ['', []],
  ['  -n 5\tinput.dat ', ['-n', '5', 'input.dat']],
  [`'two words' "and three more"`, ['two words', 'and three more']],
  [`a'b c'd""`, ['ab cd']],
  [`"" ''`, ['', '']],
  [String.raw`a\ b \"c\" "d\"e" "f\n" 'g\h'`, ['a b', '"c"', 'd"e', String.raw`f\n`, String.raw`g\h`]],
  ['$HOME *.dat | cat', ['$HOME', '*.dat', '|', 'cat']],
])('%j is %j', (text, expected) => expect(parseArguments(text)).toEqual({ arguments: expected, problem: null }))

test.each([[`'open`], [`"open`], ['end\\']])('%j is refused with what to do', (text) => {
  const { arguments: parsed, problem } = parseArguments(text)
  expect(parsed).toBeNull()
  expect(problem).toMatch(/write/)
})

test('quoting is undone by parsing', () => {
  const values = ['', 'plain-1.0', "it's", '"quoted"', 'back\\slash', 'two words', 'ünïcode', '*', '$HOME']
  expect(parseArguments(quoteArguments(values)).arguments).toEqual(values)
})
