/** Small value profiles for tests, drawn as lists of tables. */
import { OPERAND, PARAMETER, VALUE_CLASSES, type ValueClass } from '../../profile/value_names.ts'
import type { ValueSettings } from '../../run.ts'
import type { ValueProfile } from './invariance.ts'

export interface DrawnTable {
  role: number
  /** [value, count], the commonest first; below 2^32. */
  values: Array<[number, number]>
  /** Address of the instruction; default: one of its own. */
  at?: number
  class?: ValueClass
  operation?: number
  slot?: number
  flags?: number
  element?: number
  bytes?: number
  /** By default the sum of the counts. */
  profiled?: number
  /** By default as many as profiled. */
  executions?: number
  repeats?: number
  zeros?: number
  retried?: number
  converged?: number
  increasing?: number
  decreasing?: number
  estimated?: number
  function?: string
  line?: number
  /** Parameter's name; NOT_A_PARAMETER. */
  name?: string | number
  /** Disassembled instruction. */
  text?: string
  /** The target of the first value, a pointer. */
  pointer?: string
}

const SETTINGS: ValueSettings = {
  tableSize: 10,
  roles: ['loaded', 'stored', 'result', 'parameter', 'operand'],
  profile: 'full',
  backOff: 0,
  constantBackOff: false,
  clearing: true,
  reference: false,
  instructions: 1000,
}

/** One module with a source file "work.c". */
export function drawValues(tables: DrawnTable[], settings: Partial<ValueSettings> = {}): ValueProfile {
  const addresses = [...new Set(tables.map(({ at }, table) => at ?? defaultAddress(table)))]
  const functions = [...new Set(tables.map((table) => table.function ?? 'work'))]
  const valueNames = [
    ...new Set(tables.flatMap(({ name, pointer }) => [...(typeof name === 'string' ? [name] : []), ...(pointer === undefined ? [] : [pointer])])),
  ]
  const bytes = (value: (table: DrawnTable) => number): Uint8Array => Uint8Array.from(tables, value)
  const rows = (value: (table: DrawnTable, row: number) => number): Int32Array => Int32Array.from(tables, value)
  const counts = (value: (table: DrawnTable) => number): Float64Array => Float64Array.from(tables, value)
  const profiledOf = ({ values, profiled }: DrawnTable): number => profiled ?? values.reduce((sum, [, count]) => sum + count, 0)
  const entries = tables.flatMap(({ values, pointer }, table) =>
    values.map(([value, count], rank) => ({ table, value, count, pointer: rank === 0 ? pointer : undefined })),
  )
  return {
    run: { tools: ['values'], values: { ...SETTINGS, ...settings } } as ValueProfile['run'],
    modules: [{ path: '/bin/work', buildId: 'ab', note: null }],
    files: ['/src/work.c'],
    functions: functions.map((name) => ({ name, linkageName: '', module: 0, file: 0, line: 1 })),
    instructions: addresses.map((address) => ({
      module: 0,
      address,
      text: tables.find(({ at, text }, table) => (at ?? defaultAddress(table)) === address && text !== undefined)?.text ?? null,
    })),
    valueNames,
    valueTables: {
      length: tables.length,
      role: bytes(({ role }) => role),
      instructionClass: bytes((table) => (table.class === undefined ? 0 : VALUE_CLASSES.indexOf(table.class) + 1)),
      operation: bytes(({ operation, role }) => operation ?? (role === OPERAND ? 1 : 0)),
      element: bytes(({ element }) => element ?? 0),
      bytes: bytes((table) => table.bytes ?? (table.role === PARAMETER ? 8 : 4)),
      slot: rows(({ slot }) => slot ?? 0),
      flags: bytes(({ flags }) => flags ?? 0),
      instruction: rows(({ at }, table) => addresses.indexOf(at ?? defaultAddress(table))),
      functionIndex: rows((table) => functions.indexOf(table.function ?? 'work')),
      file: rows(() => 0),
      line: rows(({ line }) => line ?? -1),
      name: rows(({ name }) => (typeof name === 'string' ? valueNames.indexOf(name) : (name ?? -1))),
      executions: counts((table) => table.executions ?? profiledOf(table)),
      profiled: counts(profiledOf),
      repeats: counts(({ repeats }) => repeats ?? 0),
      zeros: counts(({ zeros }) => zeros ?? 0),
      retried: counts(({ retried }) => retried ?? 0),
      converged: counts(({ converged }) => converged ?? 0),
      increasing: counts(({ increasing }) => increasing ?? 0),
      decreasing: counts(({ decreasing }) => decreasing ?? 0),
      estimated: counts(({ estimated }) => estimated ?? -1),
    },
    valueEntries: {
      length: entries.length,
      table: Int32Array.from(entries, ({ table }) => table),
      low: Int32Array.from(entries, ({ value }) => value | 0),
      high: new Int32Array(entries.length),
      count: Float64Array.from(entries, ({ count }) => count),
      symbol: Int32Array.from(entries, ({ pointer }) => (pointer === undefined ? -1 : valueNames.indexOf(pointer))),
    },
  }
}

function defaultAddress(table: number): number {
  return 0x1000 + 0x10 * table
}
