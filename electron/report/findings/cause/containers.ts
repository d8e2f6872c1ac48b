/** Rules for containers that need the source lines. */
import { appends, type CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'

/** Lines above and below one that adds an element, among which others add to the same container. */
const LINES_OF_ONE_FILL = 4

/** The container to which a line, in no loop, adds an element, and no line nearby another one; null: it is not known to be so. */
export function addsOneTo(side: CauseSide | null, textAt: (line: number) => string | null): string | null {
  if (side?.text == null || side.line === null || side.loop !== null || !appends(side)) return null
  const container = addedTo(side.text)
  if (container === null) return null
  const { line } = side
  const nearby = Array.from({ length: 2 * LINES_OF_ONE_FILL + 1 }, (_, i) => textAt(line - LINES_OF_ONE_FILL + i))
  return nearby.filter((text) => text !== null && addedTo(text) === container).length <= 1 ? container : null
}

/** Of the standard libraries of C++ and Rust, whose containers the program owns. */
const STANDARD = /^(?:std|__gnu_cxx|core|alloc|hashbrown)::/

/** The container that grows belongs to another library, whose function the program calls: it can reserve nothing there. */
export function isOfLibrary(side: CauseSide | null): boolean {
  return side?.through != null && side.through.includes('::') && !STANDARD.test(side.through)
}

/** "records" of `records.push_back(record);`; null: the line adds nothing. */
function addedTo(text: string): string | null {
  return /([A-Za-z_][\w.>[\]-]*?)\s*(?:\.|->)\s*(?:push|emplace|append)(?:_back|_front)?\s*\(/.exec(text)?.[1] ?? null
}
