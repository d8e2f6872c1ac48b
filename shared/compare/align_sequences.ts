/**
 * Finds again the elements of one sequence in another: those that are equal and in the same order. A patience diff: elements
 * that occur once in both are anchors, and the elements between two anchors are aligned in turn. n log n in the length, not its square:
 * where stretches hardly shrink from anchor to anchor, the rest is not found.
 */

/** Stretches without anchors that are no longer are compared element by element. */
const MOST_COMPARED = 64

/** Average visits to an element in the search for anchors, before the search ends. */
const MOST_LOOKS = 64

/** @returns position in `second` of every element of `first`; −1 where it has none. Ascending, apart from the −1. */
export function alignSequences(first: ArrayLike<string | number>, second: ArrayLike<string | number>): Int32Array {
  const found = new Int32Array(first.length).fill(-1)
  let looks = MOST_LOOKS * (first.length + second.length)
  const pending = [{ from: 0, to: first.length, start: 0, end: second.length }]
  for (let stretch = pending.pop(); stretch !== undefined; stretch = pending.pop()) {
    let { from, to, start, end } = stretch
    while (from < to && start < end && first[from] === second[start]) found[from++] = start++
    while (from < to && start < end && first[to - 1] === second[end - 1]) found[--to] = --end
    looks -= to - from + end - start
    if (from === to || start === end || looks < 0) continue
    const anchors = anchorsOf(first, second, { from, to, start, end })
    if (anchors.length === 0) {
      if (to - from <= MOST_COMPARED && end - start <= MOST_COMPARED) alignShort(first, second, { from, to, start, end }, found)
      continue
    }
    for (const { at, other } of anchors) {
      found[at] = other
      pending.push({ from, to: at, start, end: other })
      from = at + 1
      start = other + 1
    }
    pending.push({ from, to, start, end })
  }
  return found
}

interface Stretch {
  from: number
  to: number
  start: number
  end: number
}
interface Anchor {
  at: number
  other: number
}

/** Elements that occur once in either stretch, the longest ascending run of them. */
function anchorsOf(first: ArrayLike<string | number>, second: ArrayLike<string | number>, { from, to, start, end }: Stretch): Anchor[] {
  const REPEATED = -1
  const once = (sequence: ArrayLike<string | number>, low: number, high: number): Map<string | number, number> => {
    const places = new Map<string | number, number>()
    for (let at = low; at < high; at++) places.set(sequence[at]!, places.has(sequence[at]!) ? REPEATED : at)
    return places
  }
  const places = once(second, start, end)
  const candidates: Anchor[] = []
  for (const [element, at] of once(first, from, to)) {
    const other = places.get(element) ?? REPEATED
    if (at !== REPEATED && other !== REPEATED) candidates.push({ at, other })
  }
  return longestAscending(candidates.sort((a, b) => a.at - b.at))
}

/** Longest subsequence with ascending `other` (patience sorting). */
function longestAscending(candidates: Anchor[]): Anchor[] {
  const tops: number[] = []
  const before = new Int32Array(candidates.length).fill(-1)
  candidates.forEach(({ other }, i) => {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (candidates[tops[middle]!]!.other < other) low = middle + 1
      else high = middle
    }
    before[i] = low > 0 ? tops[low - 1]! : -1
    tops[low] = i
  })
  const run: Anchor[] = []
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i]!) run.push(candidates[i]!)
  return run.reverse()
}

/** Longest common subsequence by the table of all prefixes. */
function alignShort(first: ArrayLike<string | number>, second: ArrayLike<string | number>, { from, to, start, end }: Stretch, found: Int32Array): void {
  const rows = to - from
  const columns = end - start
  const length = new Int32Array((rows + 1) * (columns + 1))
  const at = (row: number, column: number): number => row * (columns + 1) + column
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      length[at(row, column)] =
        first[from + row] === second[start + column]
          ? length[at(row + 1, column + 1)]! + 1
          : Math.max(length[at(row + 1, column)]!, length[at(row, column + 1)]!)
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (first[from + row] === second[start + column]) found[from + row++] = start + column++
    else if (length[at(row + 1, column)]! >= length[at(row, column + 1)]!) row++
    else column++
  }
}
