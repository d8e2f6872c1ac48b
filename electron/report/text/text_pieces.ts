/** Texts too large for one string, in pieces. */

/** Characters that are worth a write. */
const PIECE_LENGTH = 1 << 16

/** The parts joined as far as a write wants them. @returns at least one piece */
export function* textPieces(parts: Iterable<string>): Generator<string> {
  let gathered = ''
  for (const part of parts) {
    gathered += part
    if (gathered.length < PIECE_LENGTH) continue
    yield gathered
    gathered = ''
  }
  yield gathered
}
