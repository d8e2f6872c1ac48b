/** Statements of Fortran that go on over several lines. */

const MOST_LINES = 20
/** In fixed form the sixth column says that a line continues; of lines without their indentation these signs alone tell so. */
const GOES_ON = /^[&$+>#.]\s*/
const FREE_FORM = /^&\s*/
const IS_CONTINUED = /&\s*$/

/**
 * The whole statement around a line, in one line.
 * @param textAt of a line, without its indentation; null: none @param line 1-based
 */
export function statementAround(textAt: (line: number) => string | null, line: number): string | null {
  const text = textAt(line)
  if (text === null) return null
  let first = line
  while (first > line - MOST_LINES && isContinuation(textAt, first)) first--
  let statement = body(textAt(first) ?? '', FREE_FORM)
  for (let at = first + 1; at < first + MOST_LINES && isContinuation(textAt, at); at++)
    statement = `${statement} ${body(textAt(at)!, isContinued(textAt, at - 1) ? FREE_FORM : GOES_ON)}`
  return statement
}

function isContinuation(textAt: (line: number) => string | null, line: number): boolean {
  const text = textAt(line)
  return text !== null && (GOES_ON.test(text) || isContinued(textAt, line - 1))
}

function isContinued(textAt: (line: number) => string | null, line: number): boolean {
  return IS_CONTINUED.test(withoutComment(textAt(line) ?? ''))
}

/** @param mark that says that the line continues with the one before */
function body(text: string, mark: RegExp): string {
  return withoutComment(text).replace(IS_CONTINUED, '').replace(mark, '').trim()
}

function withoutComment(text: string): string {
  return text.replace(/!.*$/, '')
}
