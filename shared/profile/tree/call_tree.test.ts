import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../metrics/statistics/random.ts'
import { childrenOf, depths, inclusiveSums, outermostSums, pathTo, subtreeEnds } from './call_tree.ts'
import { PairInterner } from '../pair_interner.ts'

/*  0 ─┬─ 1 ─┬─ 2
 *     │     └─ 3
 *     └─ 4 ─── 5   */
const PARENT = Int32Array.of(-1, 0, 1, 1, 0, 4)

describe('a tree in depth-first order', () => {
  it('knows ends, depths, children and paths', () => {
    expect([...subtreeEnds(PARENT)!]).toEqual([6, 4, 3, 4, 6, 6])
    expect([...depths(PARENT)]).toEqual([0, 1, 2, 2, 1, 2])
    expect([...childrenOf(subtreeEnds(PARENT)!, 0)]).toEqual([1, 4])
    expect(pathTo((row) => PARENT[row]!, 5)).toEqual([4, 5])
  })

  it.each([[[0]], [[-1, 1]], [[-1, 0, 0, 1]], [[-1, -1]], [[-1, 5]], [[-1, 0, -2]]])('refuses %j', (parent) => {
    expect(subtreeEnds(Int32Array.from(parent))).toBeNull()
  })

  it('never gives a parent less than its children have together', () => {
    const random = new SeededRandom(5)
    for (let round = 0; round < 200; round++) {
      const parent = randomTree(1 + random.nextBelow(300), random)
      const own = Float64Array.from(parent, () => random.nextBelow(3) * random.nextUnit() * 1e6)
      const sum = inclusiveSums(parent, own)
      const end = subtreeEnds(parent)!
      for (let row = 0; row < parent.length; row++) {
        const children = childrenOf(end, row).reduce((total, child) => total + sum[child]!, 0)
        expect(sum[row]! - own[row]! - children).toBeGreaterThan(-1e-9 * (1 + sum[row]!))
        expect(sum[row]!).toBeCloseTo(
          own.slice(row, end[row]).reduce((total, value) => total + value, 0),
          3,
        )
      }
    }
  })

  it('counts a recursive function once per path', () => {
    const rows = Int32Array.of(1, 2, 4)
    const sums = outermostSums(rows, Int32Array.of(0, 0, 0), 1, subtreeEnds(PARENT)!, Float64Array.of(100, 60, 20, 40, 40, 40))
    expect([...sums]).toEqual([100])
  })
})

describe('PairInterner', () => {
  it('numbers pairs by first appearance, however many there are', () => {
    const interner = new PairInterner()
    for (let i = 0; i < 5000; i++) expect(interner.intern((i % 71) - 1, i % 97)).toBe(i)
    for (let i = 0; i < 5000; i++) expect(interner.intern((i % 71) - 1, i % 97)).toBe(i)
    expect([interner.first(70), interner.second(70)]).toEqual([69, 70])
  })
})

function randomTree(length: number, random: SeededRandom): Int32Array {
  const parent = new Int32Array(length).fill(-1)
  for (let row = 1; row < length; row++) {
    let above = row - 1
    for (let up = random.nextBelow(4); up > 0 && parent[above]! >= 0; up--) above = parent[above]!
    parent[row] = above
  }
  return parent
}
