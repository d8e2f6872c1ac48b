/** What one repeated call loads and what it stores have one cause. */
import { expect, it } from 'vitest'
import type { AdviceClass } from '../../../../shared/advice/advice.ts'
import type { PairFacts } from '../../../../shared/advice/pair_facts.ts'
import type { CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import { causeSide } from '../../../../shared/findings/wording/cause_facts.testing.ts'
import type { Tool } from '../../../../shared/run.ts'
import { keysOf } from './merge_keys.ts'

const FACTS = { source: { loop: null }, target: { loop: null } } as unknown as PairFacts
const keys = (tool: Tool, side: CauseSide): string[] => keysOf('repeated-call', tool, side, side, null, FACTS).mergeKeys
const call = (line: number, through: string | null): CauseSide => causeSide(line, null, { through, loop: `the loop at a.c:${line - 1}` })

it('is one for what a loop loads and stores to add elements', () => {
  const added = (through: string | null) => causeSide(9, null, { through, loop: 'the loop at a.rs:8' })
  const change = (name: AdviceClass, tool: Tool, side: CauseSide) => keysOf(name, tool, side, side, null, FACTS).changeKeys ?? []
  const [loads, stores] = [
    change('loop-invariant-load', 'redundant-loads', added('alloc::vec::Vec::push')),
    change('memory-accumulator', 'dead-stores', added('alloc::vec::Vec::push')),
  ]
  expect(loads).toHaveLength(1)
  expect(stores).toEqual(loads)
  expect(change('loop-invariant-load', 'redundant-loads', added(null))).toEqual([])
})

it('is one for the loads and the stores of a call, and another for each call', () => {
  const [loads, stores] = [keys('redundant-loads', call(9, 'cbrt')), keys('silent-stores', call(9, 'cbrt'))]
  expect(loads.filter((key) => stores.includes(key))).toHaveLength(1)
  for (const other of [call(12, 'cbrt'), call(9, 'exp'), call(9, null)]) expect(keys('silent-stores', other).filter((key) => loads.includes(key))).toEqual([])
})
