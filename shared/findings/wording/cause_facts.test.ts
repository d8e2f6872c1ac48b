import { expect, it } from 'vitest'
import { functionText } from './cause_facts.ts'

it.each([['init', 'init()'], ['MAIN__', 'the main program'], ['main::{closure#0}', 'main::{closure#0}'], ['bzip2+0x3650', 'code at bzip2+0x3650'], ['operator+', 'operator+']])('%s is called %s', (name, text) => {
  expect(functionText(name)).toBe(text)
})
