/** JSON of values too large for one string: V8 limits strings to half a gigabyte. */

const elementsInPiece = 10_000

/** The text of JSON.stringify, in pieces of moderate length. Values are plain: objects, arrays, strings, numbers, booleans, null. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* arrayPieces(value)
  else if (typeof value === 'object' && value !== null) yield* objectPieces(value)
  else yield JSON.stringify(value)
}

function* objectPieces(value: object): Generator<string> {
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonPieces(member)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function* arrayPieces(values: unknown[]): Generator<string> {
  if (values.length === 0) yield '[]'
  for (let start = 0; start < values.length; start += elementsInPiece) {
    yield start === 0 ? '[' : ','
    const slice = values.slice(start, start + elementsInPiece)
    if (slice.every(isSmall)) {
      yield JSON.stringify(slice).slice(1, -1)
      continue
    }
    for (const [index, element] of slice.entries()) {
      if (index > 0) yield ','
      yield* jsonPieces(element)
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
