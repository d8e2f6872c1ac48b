import { describe, expect, it } from 'vitest'
import { ACCESS_STORE } from '../raw/raw_layout.ts'
import { shareOut, type SharedOut } from './share_out.ts'

/** Two calling contexts (rows 1 and 2) below a root; each has a store at instruction 10 and one at 20: rows 3 to 6. */
const contexts = {
  length: 7,
  parent: Int32Array.of(-1, 0, 0, 1, 1, 2, 2),
  module: new Uint32Array(7),
  flags: new Uint32Array(7),
  offset: Float64Array.of(0, 1, 2, 10, 20, 10, 20),
}
const DEAD = 0
const ROOT = { counted: () => 0, toolsOf: () => [DEAD], location: (context: number) => contexts.offset[context]! }

function run(
  source: {
    sums: Array<[context: number, instances: number, bytes: number]>
    waste: Array<[context: number, bytes: number]>
    everywhere: Record<number, number>
  },
  more: Partial<SharedOut> = {},
): Record<number, number[]> {
  const pairs = {
    length: source.waste.length,
    tool: source.waste.map(() => DEAD),
    watch: source.waste.map(([context]) => context),
    bytes: source.waste.map(([, bytes]) => bytes),
    interleavedBytes: source.waste.map(() => 0),
  }
  const contextCounts = {
    length: source.sums.length,
    context: source.sums.map(([context]) => context),
    kind: source.sums.map(() => ACCESS_STORE),
    instances: source.sums.map(([, instances]) => instances),
    bytes: source.sums.map(([, , bytes]) => bytes),
  }
  const shares: Record<number, number[]> = {}
  const exact = { pairs, contextCounts, withoutPairs: { length: 0 } } as unknown as SharedOut['exact']
  shareOut({ contexts, exact, accessedAt: (location) => source.everywhere[location] ?? 0, ...ROOT, ...more }, ({ context, instances, bytes }) => {
    shares[context] = [(shares[context]?.[0] ?? 0) + instances, (shares[context]?.[1] ?? 0) + bytes]
  })
  return shares
}

describe('sums of calling contexts', () => {
  it('give each instruction its useful share in the whole run', () => {
    // Half of what instruction 10 stores is used.
    expect(run({ sums: [[3, 10, 80]], waste: [[3, 20]], everywhere: { 10: 40, 20: 40 } })).toEqual({ 3: [10, 80] })
    expect(run({ sums: [[4, 10, 80]], waste: [[3, 20]], everywhere: { 10: 40, 20: 40 } })).toEqual({ 3: [5, 40], 4: [5, 40] })
  })

  it('stay whole where the instructions want more than there is', () => {
    expect(
      run({
        sums: [[4, 8, 64]],
        waste: [
          [3, 16],
          [4, 32],
        ],
        everywhere: { 10: 160, 20: 32 },
      }),
    ).toEqual({ 3: [4, 32], 4: [4, 32] })
  })

  it('never leave an instruction less than ended in it', () => {
    expect(
      run({
        sums: [[4, 10, 10]],
        waste: [
          [3, 3],
          [4, 3],
        ],
        everywhere: { 10: 9, 20: 9 },
      }),
    ).toEqual({ 3: [5, 5], 4: [5, 5] })
  })

  it('cover no instruction of another context', () => {
    expect(
      run({
        sums: [
          [3, 4, 32],
          [5, 4, 32],
        ],
        waste: [[6, 16]],
        everywhere: { 10: 48, 20: 16 },
      }),
    ).toEqual({ 3: [4, 32], 5: [2, 16], 6: [2, 16] })
  })

  it('leave out what was counted of an instruction before', () => {
    expect(run({ sums: [[4, 4, 32]], waste: [[3, 16]], everywhere: { 10: 8, 20: 24 } }, { counted: (context) => (context === 3 ? 8 : 0) })).toEqual({
      3: [1, 8],
      4: [3, 24],
    })
  })
})
