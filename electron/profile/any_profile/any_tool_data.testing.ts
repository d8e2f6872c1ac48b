/** Draws what single tools record beside pairs: objects, reuse distances, values, marks, registers. */
import { BUCKET_COUNT, distanceBucket } from '../../../shared/metrics/reuse/distance_bucket.ts'
import { RELATIONS, type ProfileObject, type ProfileTables } from '../../../shared/profile/profile.ts'
import {
  AXIS_FIRST,
  AXIS_STACK,
  AXIS_TIME,
  CENSORED_FREED,
  CENSORED_OTHER_PART,
  NOT_A_PARAMETER,
  VALUE_REFERENCE,
  type PairTable,
} from '../../../shared/profile/tables.ts'
import { OPERAND, PARAMETER, VALUE_CLASSES, VALUE_ELEMENTS, VALUE_OPERATIONS, VALUE_ROLES } from '../../../shared/profile/value_names.ts'
import type { RegisterRedundancy } from '../../../shared/registers.ts'
import { emptyTables } from '../profile_from_stacks.testing.ts'
import type { Setting } from './any_pairs.testing.ts'
import type { Dice } from './dice.testing.ts'
import type { DrawnTree } from './any_tree.testing.ts'

const MOST_OBJECTS = 4
const MOST_VALUE_TABLES = 12
const LONGEST_DISTANCE = 2 ** 40

export function anyObjects(dice: Dice, { modules, accesses }: DrawnTree, counted: boolean): ProfileObject[] {
  if (dice.once(4)) return []
  return dice.list(dice.upTo(MOST_OBJECTS), (at) => {
    const known = dice.once(2)
    const instances = dice.amount(1e6)
    const precise = { instances: dice.below(instances), bytes: 0 }
    const loads = { instances, bytes: 8 * instances, precise: { ...precise, bytes: 8 * precise.instances }, approximate: { instances: 0, bytes: 0 } }
    const fraction = precise.instances / instances
    return {
      name: dice.oneOf(['counters', 'solver+0x4010', 'heap block of fill m.c:3', 'heap or stack at 0x7f00', 'a"b,<c>', `grid${at}`]),
      module: known && modules.length > 0 ? dice.below(modules.length) : -1,
      kind: dice.oneOf(['static', 'heap', 'mapped', null] as const),
      bytes: dice.oneOf([-1, 0, 8, 4096]),
      allocation: dice.once(2) ? dice.oneOf(accesses) : -1,
      loads: counted && dice.once(2) ? { 'spatial-loads': { ...loads, fraction } } : {},
    }
  })
}

export function anyReuse(
  dice: Dice,
  pairs: PairTable,
  { tools, counted, accesses, objects }: Setting,
): Pick<ProfileTables, 'reuses' | 'censored' | 'distanceCounts' | 'objectDistances'> {
  const { reuses, censored, distanceCounts, objectDistances } = emptyTables()
  const none = { reuses, censored, distanceCounts, objectDistances }
  if (!tools.includes('reuse-distance')) return none
  const own = [...pairs.traps.keys()].filter((row) => RELATIONS[pairs.relation[row]!] === 'REUSED_BY')
  if (counted) return { ...none, ...anyExactReuse(dice, own, objects) }
  const seen = own.flatMap((pair) =>
    dice.list(dice.upTo(5), (at) => ({ pair, distance: dice.amount(LONGEST_DISTANCE), time: at * 1e6, weight: dice.once(9) ? 0 : dice.upTo(50) })),
  )
  const lost = dice.list(dice.below(4), () => ({ node: dice.oneOf(accesses), distance: dice.amount(LONGEST_DISTANCE), weight: dice.below(50), time: 5 }))
  const object = (): number => (objects > 0 && dice.once(2) ? dice.below(objects) : -1)
  return {
    ...none,
    reuses: {
      length: seen.length,
      pair: Int32Array.from(seen, ({ pair }) => pair),
      distance: Float64Array.from(seen, ({ distance }) => distance),
      weight: Float64Array.from(seen, ({ weight }) => weight),
      time: Float64Array.from(seen, ({ time }) => time),
      object: Int32Array.from(seen, object),
    },
    censored: {
      length: lost.length,
      node: Int32Array.from(lost, ({ node }) => node),
      distance: Float64Array.from(lost, ({ distance }) => distance),
      weight: Float64Array.from(lost, ({ weight }) => weight),
      time: Float64Array.from(lost, ({ time }) => time),
      flags: Uint8Array.from(lost, () => dice.oneOf([0, 1, CENSORED_FREED, CENSORED_OTHER_PART])),
      object: Int32Array.from(lost, object),
    },
  }
}

function anyExactReuse(dice: Dice, pairs: number[], objects: number): Pick<ProfileTables, 'distanceCounts' | 'objectDistances'> {
  const counts = (): Array<{ axis: number; granularity: number; bucket: number; count: number }> =>
    [AXIS_TIME, AXIS_STACK, AXIS_FIRST].flatMap((axis) =>
      [8, 64].flatMap((granularity) => {
        const buckets = axis === AXIS_FIRST ? [0] : dice.list(dice.below(4), () => Math.min(BUCKET_COUNT - 1, distanceBucket(dice.amount(LONGEST_DISTANCE))))
        return [...new Set(buckets)].sort((a, b) => a - b).map((bucket) => ({ axis, granularity, bucket, count: dice.amount(1e9) }))
      }),
    )
  type Row = ReturnType<typeof counts>[number] & { owner: number }
  const ofObjects: Row[] = dice.once(2) ? [] : dice.list(objects, (object) => counts().map((row) => ({ ...row, owner: object }))).flat()
  const ofPairs: Row[] = pairs.flatMap((pair) => (dice.once(6) ? [] : counts().map((row) => ({ ...row, owner: pair }))))
  // The whole program has the reuses of its pairs, and those of its objects.
  const whole = new Map<string, Row>()
  for (const row of [...ofPairs, ...ofObjects, ...(dice.once(6) ? [] : counts())]) {
    const key = `${row.axis} ${row.granularity} ${row.bucket}`
    whole.set(key, { ...row, owner: -1, count: row.count + (whole.get(key)?.count ?? 0) })
  }
  const ofProgram = [...whole.values()].sort((a, b) => a.axis - b.axis || a.granularity - b.granularity || a.bucket - b.bucket)
  const columns = (rows: Row[]) => ({
    length: rows.length,
    axis: Uint8Array.from(rows, ({ axis }) => axis),
    granularity: Uint8Array.from(rows, ({ granularity }) => granularity),
    bucket: Int32Array.from(rows, ({ bucket }) => bucket),
    count: Float64Array.from(rows, ({ count }) => count),
  })
  return {
    distanceCounts: { ...columns([...ofProgram, ...ofPairs]), pair: Int32Array.from([...ofProgram, ...ofPairs], ({ owner }) => owner) },
    objectDistances: { ...columns(ofObjects), object: Int32Array.from(ofObjects, ({ owner }) => owner) },
  }
}

export function anyValues(dice: Dice, tree: DrawnTree, isRecorded: boolean): Pick<ProfileTables, 'valueTables' | 'valueEntries' | 'valueNames'> {
  const none = emptyTables()
  if (!isRecorded) return { valueTables: none.valueTables, valueEntries: none.valueEntries, valueNames: [] }
  const { functions, instructions } = tree
  const rows = dice.list(dice.below(MOST_VALUE_TABLES), () => {
    const role = dice.upTo(VALUE_ROLES.length)
    const functionIndex = dice.below(functions.length)
    const executions = dice.once(6) ? 1 : dice.amount(1e9)
    const profiled = dice.once(4) ? dice.below(executions + 1) : executions
    const { file } = functions[functionIndex]!
    return {
      role,
      instructionClass: role === PARAMETER ? 0 : dice.upTo(VALUE_CLASSES.length),
      operation: role === OPERAND ? dice.upTo(VALUE_OPERATIONS.length) : 0,
      element: dice.below(VALUE_ELEMENTS.length),
      bytes: dice.oneOf([1, 2, 4, 8]),
      slot: 8 * dice.below(role === PARAMETER ? 6 : 20) + dice.below(2),
      flags: dice.once(5) ? VALUE_REFERENCE : 0,
      instruction: dice.below(instructions.length),
      functionIndex,
      file,
      line: file < 0 ? -1 : dice.upTo(9),
      name: role === PARAMETER && dice.once(4) ? NOT_A_PARAMETER : dice.oneOf([-1, 0, 1]),
      executions,
      profiled,
      repeats: dice.below(profiled + 1),
      zeros: dice.below(profiled + 1),
      retried: 0,
      converged: dice.below(3),
      increasing: dice.below(3),
      decreasing: dice.below(3),
      estimated: dice.once(2) ? -1 : dice.unit(),
    }
  })
  const entries = rows.flatMap(({ profiled }, table) => {
    let left = profiled
    return dice
      .list(dice.below(4), () => Math.floor(left * dice.unit()))
      .flatMap((count) => {
        if (count === 0 || count > left) return []
        left -= count
        return [{ table, count }]
      })
  })
  entries.sort((a, b) => a.table - b.table || b.count - a.count)
  const bytes = (name: keyof (typeof rows)[number]): Uint8Array => Uint8Array.from(rows, (row) => row[name])
  const numbers = (name: keyof (typeof rows)[number]): Int32Array => Int32Array.from(rows, (row) => row[name])
  const counts = (name: keyof (typeof rows)[number]): Float64Array => Float64Array.from(rows, (row) => row[name])
  return {
    valueTables: {
      length: rows.length,
      role: bytes('role'),
      instructionClass: bytes('instructionClass'),
      operation: bytes('operation'),
      element: bytes('element'),
      bytes: bytes('bytes'),
      slot: numbers('slot'),
      flags: bytes('flags'),
      instruction: numbers('instruction'),
      functionIndex: numbers('functionIndex'),
      file: numbers('file'),
      line: numbers('line'),
      name: numbers('name'),
      executions: counts('executions'),
      profiled: counts('profiled'),
      repeats: counts('repeats'),
      zeros: counts('zeros'),
      retried: counts('retried'),
      converged: counts('converged'),
      increasing: counts('increasing'),
      decreasing: counts('decreasing'),
      estimated: counts('estimated'),
    },
    valueEntries: {
      length: entries.length,
      table: Int32Array.from(entries, ({ table }) => table),
      low: Int32Array.from(entries, () => dice.oneOf([0, 1, dice.below(1e9)])),
      high: Int32Array.from(entries, () => dice.oneOf([0, 0, 0x3ff00000])),
      count: Float64Array.from(entries, ({ count }) => count),
      symbol: Int32Array.from(entries, () => dice.oneOf([-1, -1, 0, 1])),
    },
    valueNames: ['size', 'a"b<c>'],
  }
}

export function anySpatialValues(dice: Dice, accesses: number[], objects: number): ProfileTables['spatialValues'] {
  if (!dice.once(5)) return []
  return dice.list(dice.upTo(3), () => {
    const inspections = dice.upTo(100)
    const above = dice.below(inspections + 1)
    const elements = above * dice.upTo(100)
    const latestElements = above === 0 ? 0 : elements / above
    const group = dice.oneOf(['array', 'general', 'x87', 'simd'] as const)
    return {
      node: dice.once(3) ? -1 : dice.oneOf(accesses),
      object: group === 'array' && objects > 0 ? dice.below(objects) : -1,
      group,
      type: dice.oneOf(['bytes', 'signed', 'unsigned', 'float', 'pointer'] as const),
      elementBytes: 8,
      approximate: dice.once(2),
      inspections,
      above,
      elements,
      unique: dice.below(elements + 1),
      latestElements,
      latestUnique: dice.below(latestElements + 1),
      values:
        latestElements === 0 ? [] : [{ count: dice.upTo(latestElements), bytes: dice.oneOf(['0000000000000000', '000000000000f03f', '0100000000000000']) }],
      strip: latestElements === 0 ? [] : ['0000000000000000', '000000000000f03f'],
    }
  })
}

export function anyRegisters(dice: Dice): RegisterRedundancy {
  const produced = () => {
    const bytes = dice.once(3) ? 0 : dice.amount(1e9)
    return { bytes, repeated: dice.below(bytes + 1) }
  }
  const both = () => ({ precise: produced(), approximate: produced() })
  const executed = dice.once(5) ? 0 : dice.amount(1e9)
  const precise = dice.below(executed + 1)
  return {
    load: both(),
    store: dice.once(2) ? null : both(),
    register: both(),
    instructions: { executed, precise, approximate: dice.below(executed - precise + 1) },
  }
}
