import { braceFunctions } from './brace_functions.ts'
import { fortranFunctions } from './fortran_functions.ts'
import type { FunctionRange } from './function_range.ts'

/**
 * Functions that a source defines, in the order of the text and none inside another, read from the text alone: it needs no
 * build, and includes functions that no sample met. It leaves out code that it does not understand.
 */
export function functionsIn(text: string, language: string): FunctionRange[] {
  if (language === 'c' || language === 'cpp' || language === 'rust') return braceFunctions(text, language)
  return language === 'fortran' ? fortranFunctions(text) : []
}
