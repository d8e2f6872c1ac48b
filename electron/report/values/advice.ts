/**
 * Suggests code to specialise for its most frequent value (Calder, Feller and Eustace, section 2): operands of slow
 * instructions, parameters and loads, ordered by executions · Inv-1 · latency.
 */
import { tablesOf, type InvarianceColumns, type ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import { counted } from '../../../shared/names/counted.ts'
import {
  LOADED,
  OPERAND,
  PARAMETER,
  READ_ONLY_DATA,
  slotLane,
  slotSubject,
  UNNAMED_MEMORY,
  VALUE_ELEMENTS,
  VALUE_OPERATIONS,
} from '../../../shared/profile/value_names.ts'
import type { LatencyClass, ShownValue, ValueAdvice, ValueSite } from '../../../shared/values.ts'
import { percentText } from '../format.ts'
import { CompilerConstants } from './compiler_constants.ts'
import { valueSite } from './sites.ts'

/**
 * Cycles that a test may save, as orders of magnitude: the divider is not pipelined, and neither is a call with its
 * work.
 */
const LATENCY: Record<LatencyClass, number> = { divide: 25, 'square-root': 20, multiply: 4, call: 10, load: 5 }
/** A test that fails more often than it succeeds costs more than it saves. */
export const LEAST_INVARIANCE = 0.5
const MOST_VALUES = 5

/** Users act on no more. */
const MOST_ADVICE = 50

/** @param most with the largest weight first */
export function valueAdvice(profile: ValueProfile, columns: InvarianceColumns, most = MOST_ADVICE): ValueAdvice[] {
  const { executions } = profile.valueTables
  const wide = wideValues(profile)
  const constants = new CompilerConstants(profile, columns)
  const candidates = (['operands', 'parameters', 'loads'] as const)
    .flatMap((kind) => [...tablesOf(profile, kind)])
    .filter(
      (site) =>
        columns.inv1[site]! >= LEAST_INVARIANCE &&
        !isKnown(profile, columns, site) &&
        !isDoubtful(profile, site) &&
        !isOfThisRun(profile, columns, site) &&
        !isPart(profile, wide, site) &&
        !constants.has(site),
    )
    .map((site) => ({ site, latencyClass: latencyClassOf(profile, site) }))
    .map(({ site, latencyClass }) => ({ site, latencyClass, weight: executions[site]! * columns.inv1[site]! * LATENCY[latencyClass] }))
  return candidates
    .sort((a, b) => b.weight - a.weight || a.site - b.site)
    .slice(0, most)
    .map(({ site, latencyClass, weight }) => {
      const shown = valueSite(profile, columns, site, MOST_VALUES)
      const condition = `if (${variableOf(shown)} == ${literalOf(shown.values[0]!)})`
      return { site: shown, latencyClass, weight, condition, advice: adviceText(shown, latencyClass, condition) }
    })
}

function latencyClassOf({ valueTables: { role, operation } }: ValueProfile, site: number): LatencyClass {
  if (role[site] === PARAMETER) return 'call'
  if (role[site] === LOADED) return 'load'
  return VALUE_OPERATIONS[operation[site]! - 1] ?? 'multiply'
}

/** The compiler already knows an immediate operand. */
const KNOWN_OPERAND = /, -?(0x)?[0-9a-f]+$/i

/** Without debug information a register may not be a parameter at all, and hold a leftover value. */
function isDoubtful({ valueTables: { role, name } }: ValueProfile, site: number): boolean {
  return role[site] === PARAMETER && name[site]! < 0
}

/** Instruction, role and subject in one. */
function wholeOf({ valueTables: { instruction, role, slot } }: ValueProfile, site: number): string {
  return `${instruction[site]} ${role[site]} ${slotSubject(slot[site]!)}`
}

/** Values of more than 8 bytes, which have several tables. */
function wideValues(profile: ValueProfile): Set<string> {
  const { slot, length } = profile.valueTables
  const wide = new Set<string>()
  for (let site = 0; site < length; site++) if (slotLane(slot[site]!) > 0) wide.add(wholeOf(profile, site))
  return wide
}

/**
 * A part of a vector, or the high half of a numerator, lets no work be skipped. The high half of a numerator is nearly
 * always 0.
 */
function isPart(profile: ValueProfile, wide: Set<string>, site: number): boolean {
  const { role, operation, element, slot } = profile.valueTables
  if (!wide.has(wholeOf(profile, site))) return false
  const isNumerator = role[site] === OPERAND && VALUE_OPERATIONS[operation[site]! - 1] === 'divide' && VALUE_ELEMENTS[element[site]!] === 'integer'
  return slotLane(slot[site]!) > 0 || !isNumerator
}

/** Programs and all their allocations lie above it. Numbers of that size, as wide as an address, are seldom sizes. */
const LEAST_ADDRESS = 0x400000n
const ADDRESS_BYTES = 8

/** An address that no source can name, a hash, or the stack guard: the next run has another. */
function isOfThisRun(
  { valueTables: { role, element, bytes }, valueEntries: { symbol, low, high }, valueNames }: ValueProfile,
  { start }: InvarianceColumns,
  site: number,
): boolean {
  if (start[site] === start[site + 1]) return false
  const commonest = start[site]!
  const target = valueNames[symbol[commonest]!]
  if (target !== undefined) return target === UNNAMED_MEMORY || target.includes('+0x')
  if (role[site] === OPERAND || VALUE_ELEMENTS[element[site]!] !== 'integer' || bytes[site] !== ADDRESS_BYTES) return false
  const value = BigInt.asIntN(64, (BigInt(high[commonest]! >>> 0) << 32n) | BigInt(low[commonest]! >>> 0))
  return value >= LEAST_ADDRESS || value <= -LEAST_ADDRESS
}

/** The linker's, not the program's: they load a function's address. */
const LINKAGE = /@plt/
/** It loads a value saved at the procedure's start: the return address, or the caller's registers. */
const RESTORE = /^((rep |bnd )?ret|pop|leave)\b/
/** The value goes no further, and the branch after it is predicted as often as the value is the same. */
const COMPARISON = /^(cmp|test|v?u?comis[sd])\b/

function isKnown(
  { valueTables: { role, instruction, functionIndex, name }, valueNames, instructions, functions }: ValueProfile,
  { inv1 }: InvarianceColumns,
  site: number,
): boolean {
  if (valueNames[name[site]!] === READ_ONLY_DATA) return true
  const text = instructions[instruction[site]!]!.text ?? ''
  if (role[site] === LOADED) return RESTORE.test(text) || COMPARISON.test(text) || LINKAGE.test(functions[functionIndex[site]!]!.name)
  return role[site] !== PARAMETER && inv1[site] === 1 && KNOWN_OPERAND.test(text)
}

function variableOf({ role, name, subject }: ValueSite): string {
  if (role === 'parameter') return name ?? subject
  if (name !== null) return name
  return role === 'loaded' ? 'value' : subject.replace(/^(first|second) factor.*/, 'factor').replace(/,.*/, '')
}

/** The literal to write in the source. */
export function literalOf({ text, pointer }: ShownValue): string {
  return pointer === null ? text : `&${pointer}`
}

function adviceText(site: ValueSite, latencyClass: LatencyClass, condition: string): string {
  const value = literalOf(site.values[0]!)
  const share = percentText(site.inv1)
  switch (latencyClass) {
    case 'call':
      return `${share} of ${counted(site.executions, 'call')} of ${site.function} pass ${value} as ${variableOf(site)}: a version of it behind ${condition} can do without what only other values need.`
    case 'load':
      return `${share} of ${counted(site.executions, 'load')}${site.name === null ? '' : ` of ${site.name}`} here bring ${value}: specialise what follows behind ${condition}.`
    case 'divide':
      return `${share} of ${counted(site.executions, 'division')} have the ${site.subject.replace(/^.* \((\w+)\)$/, '$1')} ${value}: ${condition} saves the division${isTrivial(site) ? '' : ', or makes it one by a constant'}.`
    case 'square-root':
      return `${share} of ${counted(site.executions, 'square root')} are of ${value}: ${condition} saves the computation.`
    case 'multiply':
      return `${share} of ${counted(site.executions, 'multiplication')} have the factor ${value}: ${condition} saves the multiplication${isTrivial(site) ? '' : ', or makes it one by a constant'}.`
  }
}

/** 0 and 1 leave nothing to compute. */
function isTrivial({ values: [commonest] }: ValueSite): boolean {
  return commonest !== undefined && /^-?[01](\.0)?$|^-0$/.test(commonest.text)
}
