/** JSON of values too large for one string: V8 limits strings to half a gigabyte. */
import { textPieces } from '../report/text/text_pieces.ts'

const elementsInPiece = 10_000

/**
 * The text of JSON.stringify, in pieces of moderate length. Values are plain: objects, arrays, strings, numbers, booleans, null.
 * @param wrote receives how many more scalars (see scalarsIn) the taken pieces have
 */
export function* jsonPieces(value: unknown, wrote: (scalars: number) => void = () => {}): Generator<string> {
  if (Array.isArray(value)) yield* arrayPieces(value, wrote)
  else if (typeof value === 'object' && value !== null) yield* objectPieces(value, wrote)
  else {
    yield JSON.stringify(value)
    wrote(1)
  }
}

/** The text of JSON.stringify in UTF-8. @returns null if it has more bytes; no longer string is made than a piece */
export function jsonWithin(value: unknown, mostBytes: number): Buffer | null {
  const pieces: Buffer[] = []
  let bytes = 0
  for (const text of textPieces(jsonPieces(value))) {
    const piece = Buffer.from(text)
    bytes += piece.length
    if (bytes > mostBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Strings, numbers, booleans, and nulls in a value. */
export function scalarsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1
  let scalars = 0
  for (const member of Array.isArray(value) ? value : Object.values(value)) scalars += scalarsIn(member)
  return scalars
}

function* objectPieces(value: object, wrote: (scalars: number) => void): Generator<string> {
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonPieces(member, wrote)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function* arrayPieces(values: unknown[], wrote: (scalars: number) => void): Generator<string> {
  if (values.length === 0) yield '[]'
  for (let start = 0; start < values.length; start += elementsInPiece) {
    yield start === 0 ? '[' : ','
    const slice = values.slice(start, start + elementsInPiece)
    if (slice.every(isSmall)) {
      yield JSON.stringify(slice).slice(1, -1)
      wrote(scalarsIn(slice))
      continue
    }
    for (const [index, element] of slice.entries()) {
      if (index > 0) yield ','
      yield* jsonPieces(element, wrote)
    }
  }
  if (values.length > 0) yield ']'
}

/** Serialised at once: values that are not containers, and lists of numbers. */
function isSmall(value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (Array.isArray(value) && value.length < elementsInPiece && value.every((element) => typeof element === 'number'))
  )
}
