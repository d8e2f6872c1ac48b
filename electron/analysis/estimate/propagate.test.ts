import { describe, expect, it } from 'vitest'
import {
  FLOW_CONDITIONAL_MOVE,
  FLOW_LOADS,
  FLOW_MOVES,
  FLOW_READS_FLAGS,
  FLOW_WRITES_FLAGS,
  NEXT_INSTRUCTION,
  type RegisterFlow,
} from '../../symbols/symbols_addon.ts'
import { procedureOf, type ObservedTargets, type Procedure } from './procedure.ts'
import { propagate } from './propagate.ts'
import { mergeMaps, RegisterMap } from './register_map.ts'

/** Register numbers. */
const [RAX, RCX, RDX, RSP, RDI] = [0, 1, 2, 4, 7]

interface Step {
  uses?: number[]
  defines?: number[]
  next?: (typeof NEXT_INSTRUCTION)[number]
  /** Address. */
  target?: number
  traits?: number
}

/** Instructions at low, low + 1, … */
function drawn(low: number, steps: Step[], observed?: ObservedTargets): Procedure {
  const bits = (registers: number[] = []): number => registers.reduce((mask, register) => mask | (1 << register), 0) >>> 0
  const flow: RegisterFlow = {
    address: Float64Array.from(steps, (_, row) => low + row),
    target: Float64Array.from(steps, ({ target }) => target ?? 0),
    uses: Uint32Array.from(steps, ({ uses }) => bits(uses)),
    defines: Uint32Array.from(steps, ({ defines }) => bits(defines)),
    next: Uint8Array.from(steps, ({ next }) => NEXT_INSTRUCTION.indexOf(next ?? 'following')),
    traits: Uint8Array.from(steps, ({ traits }) => traits ?? 0),
  }
  return procedureOf(low, flow, observed)
}

const load = (register: number): Step => ({ defines: [register], traits: FLOW_LOADS | FLOW_MOVES })
const RETURN: Step = { uses: [RSP], defines: [RSP], next: 'leaves', traits: FLOW_LOADS }

/** @param loads and executions by address */
function estimate(procedures: Procedure[], loads: Record<number, number> = {}, executions: Record<number, number> = {}): Record<number, number> {
  const found = propagate(procedures, { loaded: (address) => loads[address], executions: (address) => executions[address] })
  return Object.fromEntries([...found].map(([address, invariance]) => [address, Number(invariance.toFixed(6))]))
}

describe('estimated invariance', () => {
  it('is the product of two uses, that of a single one, and 1 of constants', () => {
    const found = estimate(
      [drawn(1, [load(RAX), load(RCX), { uses: [RAX, RCX], defines: [RAX] }, { uses: [RAX], defines: [RDX] }, { defines: [RDI] }, RETURN])],
      { 1: 0.5, 2: 0.8 },
    )
    expect(found).toEqual({ 1: 0.5, 2: 0.8, 3: 0.4, 4: 0.4, 5: 1 })
  })

  it('is undefined where any use is', () => {
    expect(estimate([drawn(1, [load(RAX), { uses: [RAX, RDI], defines: [RAX] }, { uses: [RAX], defines: [RCX] }, RETURN])], { 1: 0.5 })).toEqual({ 1: 0.5 })
  })

  it('of what loads and computes includes the loaded value', () => {
    expect(estimate([drawn(1, [load(RAX), { uses: [RAX], defines: [RAX], traits: FLOW_LOADS }, RETURN])], { 1: 0.5, 2: 0.5 })).toEqual({ 1: 0.5, 2: 0.25 })
  })

  it('of the stack pointer is 1', () => {
    expect(estimate([drawn(1, [{ uses: [RSP], defines: [RSP] }, { uses: [RSP], defines: [RAX] }, RETURN])])).toMatchObject({ 2: 1 })
  })

  it('of a conditional move is the mean of both values, of a condition that of what was compared', () => {
    const found = estimate(
      [
        drawn(1, [
          load(RAX),
          load(RCX),
          { uses: [RCX], traits: FLOW_WRITES_FLAGS },
          { uses: [RAX, RCX], defines: [RAX], traits: FLOW_CONDITIONAL_MOVE | FLOW_READS_FLAGS },
          { defines: [RDX], traits: FLOW_READS_FLAGS },
          RETURN,
        ]),
      ],
      { 1: 0.4, 2: 0.8 },
    )
    expect(found).toMatchObject({ 4: 0.6, 5: 0.8 })
  })

  it('keeps one value where paths join, and the heavier one of two', () => {
    // 1: load rax; 2: load rcx; 3: branch to 6; 4: load rcx; 5: jump to 6; 6: use both
    const steps: Step[] = [
      load(RAX),
      load(RCX),
      { next: 'branch', target: 6 },
      load(RCX),
      { next: 'jump', target: 6 },
      { uses: [RAX], defines: [RDX] },
      { uses: [RCX], defines: [RDI] },
      RETURN,
    ]
    const found = estimate([drawn(1, steps)], { 1: 0.5, 2: 0.9, 4: 1 }, { 1: 100, 2: 100, 3: 100, 4: 25, 5: 25, 6: 100 })
    expect(found[6]).toBe(0.5)
    expect(found[7]).toBeCloseTo(0.72)
  })

  it('of an induction variable is the number of times its loop is entered per iteration', () => {
    // 1: rax = 0; 2: rax += 1; 3: rcx = rax; 4: branch to 2
    const loop = drawn(1, [
      { defines: [RAX] },
      { uses: [RAX], defines: [RAX], traits: FLOW_WRITES_FLAGS },
      { uses: [RAX], defines: [RCX] },
      { next: 'branch', target: 2 },
      RETURN,
    ])
    expect(estimate([loop], {}, { 1: 5, 2: 100, 3: 100 })).toMatchObject({ 1: 1, 2: 0.05, 3: 0.05 })
    expect(estimate([loop])).toMatchObject({ 2: 0.1 })
  })

  it('finds a loop that is entered in its middle', () => {
    // 1: rax = 0; 2: jump to 4; 3: rcx = rax; 4: rax += 1; 5: branch to 3
    const loop = drawn(1, [
      { defines: [RAX] },
      { next: 'jump', target: 4 },
      { uses: [RAX], defines: [RCX] },
      { uses: [RAX], defines: [RAX], traits: FLOW_WRITES_FLAGS },
      { next: 'branch', target: 3 },
      RETURN,
    ])
    expect(estimate([loop], {}, { 1: 1, 2: 1, 3: 99, 4: 100 })).toMatchObject({ 3: 0.01, 4: 0.01 })
  })

  it('follows parameters and results from call to call, but not through calls in registers they clobber', () => {
    const callee = drawn(100, [{ uses: [RDI], defines: [RAX] }, RETURN])
    const caller = drawn(1, [
      load(RDI),
      load(RCX),
      { next: 'call', target: 100, uses: [RSP], defines: [RSP] },
      { uses: [RAX], defines: [RDX] },
      { uses: [RCX], defines: [RDX] },
      RETURN,
    ])
    const found = estimate([caller, callee], { 1: 0.7, 2: 1 })
    expect(found).toMatchObject({ 100: 0.7, 4: 0.7 })
    expect(found).not.toHaveProperty('5')
  })

  it('follows jump tables with the observed frequencies', () => {
    // 1: load rax; 2: jump through a table to 3 or 5; 3: load rcx; 4: jump to 6; 5: load rcx; 6: rdx = rax; 7: rdi = rcx
    const steps: Step[] = [
      load(RAX),
      { next: 'jump', uses: [RAX] },
      load(RCX),
      { next: 'jump', target: 6 },
      load(RCX),
      { uses: [RAX], defines: [RDX] },
      { uses: [RCX], defines: [RDI] },
      RETURN,
    ]
    const counts = { 1: 10, 2: 10, 3: 8, 4: 8, 5: 2, 6: 10, 7: 10 }
    const seen = new Map([
      [
        2,
        [
          { address: 3, count: 8 },
          { address: 5, count: 2 },
        ],
      ],
    ])
    expect(estimate([drawn(1, steps, seen)], { 1: 0.5, 3: 1, 5: 0.9 }, counts)).toMatchObject({ 6: 0.5, 7: 0.8 })
    expect(estimate([drawn(1, steps)], { 1: 0.5, 3: 1, 5: 0.9 }, counts)).not.toHaveProperty('6')
  })

  it('follows computed calls to all observed targets, weighted', () => {
    const seen = new Map([
      [
        2,
        [
          { address: 100, count: 3 },
          { address: 200, count: 1 },
        ],
      ],
    ])
    const caller = drawn(1, [load(RDI), { next: 'call', uses: [RSP], defines: [RSP] }, { uses: [RAX], defines: [RDX] }, RETURN], seen)
    const found = estimate([caller, drawn(100, [{ uses: [RDI], defines: [RAX] }, RETURN]), drawn(200, [{ defines: [RAX] }, RETURN])], { 1: 0.8 }, { 2: 4 })
    expect(found).toMatchObject({ 100: 0.8, 200: 1, 3: 0.6 })
  })

  it('passes through a stub into another module and back', () => {
    const stub = drawn(50, [{ next: 'jump', traits: FLOW_LOADS }], new Map([[50, [{ address: 100, count: 9 }]]]))
    const caller = drawn(1, [load(RDI), { next: 'call', target: 50, uses: [RSP], defines: [RSP] }, { uses: [RAX], defines: [RDX] }, RETURN])
    expect(estimate([caller, stub, drawn(100, [{ uses: [RDI], defines: [RAX] }, RETURN])], { 1: 0.7 })).toMatchObject({ 100: 0.7, 3: 0.7 })
  })

  it('has room for very many blocks and callers', () => {
    const count = 300_000
    const chain = drawn(
      0,
      Array.from({ length: count }, (_, row): Step => ({ next: 'jump', target: row + 1 })),
    )
    expect(chain.order).toEqual(Array.from({ length: count }, (_, block) => block))
    const map = RegisterMap.atEntry()
    map.define(RAX, 0.5, 7)
    const merged = mergeMaps([...Array.from({ length: count }, () => ({ map, weight: 1 })), { map: RegisterMap.atEntry(), weight: 1 }], -1)
    expect(merged.invariance[RAX]).toBeCloseTo(0.5)
  })
})
