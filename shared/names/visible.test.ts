import { expect, it } from 'vitest'
import { commandText, visible } from './visible.ts'

it.each([
  ['main', 'main'],
  ['größe ∂ 😀', 'größe ∂ 😀'],
  ['a\nb\r\tc', String.raw`a\nb\r\tc`],
  ['\u001B[31mred\u0007\u0000', String.raw`\x1b[31mred\x07\x00`],
  ['\u009B2J', String.raw`\x9b2J`],
  ['a\u202Eb\u2066c\u2028d', String.raw`a\u202eb\u2066c\u2028d`],
])('%j → %s', (name, expected) => {
  expect(visible(name)).toBe(expected)
})

it('keeps a command on one line', () => {
  expect(commandText(['./odd\nname', 'x'])).toBe(String.raw`./odd\nname x`)
})
