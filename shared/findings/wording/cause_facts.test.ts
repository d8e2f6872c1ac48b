import { expect, it } from 'vitest'
import { functionText } from './cause_facts.ts'

it.each([
  ['init', 'init()'],
  ['MAIN__', 'the main program'],
  ['main::{closure#0}', 'main::{closure#0}'],
  ['bzip2+0x3650', 'code at bzip2+0x3650'],
  ['libgomp.so.1+0x1f5e0', 'code of libgomp.so.1 without symbols'],
  ['libc-2.31.so+0x9', 'code of libc-2.31.so without symbols'],
  ['operator+', 'operator+'],
  ['_GLOBAL__sub_I_main', 'the initialization of global variables'],
  ['_GLOBAL__sub_D_main', 'the destruction of global variables'],
  ['__static_initialization_and_destruction_0(int, int)', 'the initialization of global variables'],
  ['__cxx_global_var_init.1', 'the initialization of global variables'],
])('%s is called %s', (name, text) => {
  expect(functionText(name)).toBe(text)
})
