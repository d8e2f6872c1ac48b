/**
 * Indented JSON of values too large for one string (V8 limits strings to half a gigabyte), or for memory: lists may be
 * generated while they are written.
 */

import { textPieces } from '../text/text_pieces.ts'

const STEP = '  '

/**
 * The text of JSON.stringify(value, null, 2), in pieces. Plain objects, arrays, strings, numbers, booleans and null; any
 * other iterable is written as an array. Elements of arrays are written at once, so that each must fit into a string.
 */
export function indentedJson(value: unknown): Generator<string> {
  return textPieces(parts(value, '\n'))
}

/** @param newLine begins a line with the value's closing bracket */
function* parts(value: unknown, newLine: string): Generator<string> {
  if (typeof value !== 'object' || value === null) yield JSON.stringify(value)
  else if (Symbol.iterator in value) yield* elementParts(value as Iterable<unknown>, newLine)
  else yield* memberParts(value, newLine)
}

function* memberParts(value: object, newLine: string): Generator<string> {
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${newLine}${STEP}${JSON.stringify(name)}: `
    yield* parts(member, newLine + STEP)
    separator = ','
  }
  yield separator === '{' ? '{}' : `${newLine}}`
}

function* elementParts(values: Iterable<unknown>, newLine: string): Generator<string> {
  let separator = '['
  for (const element of values) {
    yield `${separator}${newLine}${STEP}${JSON.stringify(element ?? null, null, STEP.length).replaceAll('\n', newLine + STEP)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : `${newLine}]`
}
