/** The TypeScript layout equals the C header's: a small program prints all its sizes, offsets and numbers. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { rawChecksum } from './raw_checksum.ts'
import * as layout from './raw_layout.ts'
import { RELATIONS, TOOLS } from '../../shared/profile/profile.ts'
import { VALUE_CLASSES, VALUE_OPERATIONS, VALUE_ROLES } from '../../shared/profile/value_names.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'

/** Positions from 1. */
function numbered(names: readonly string[]): Record<number, string> {
  return Object.fromEntries(names.map((name, position) => [position + 1, name]))
}

const headers = fileURLToPath(new URL('../../native/common', import.meta.url))
const compiler = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).status === 0)

/** C struct of each group of offsets; members are called as in C. */
const STRUCTS: Array<[string, Record<string, number>]> = [
  ['hagstone_header', layout.HEADER],
  ['hagstone_extent', layout.EXTENT],
  ['hagstone_module', layout.MODULE],
  ['hagstone_module_unload', layout.MODULE_UNLOAD],
  ['hagstone_thread', layout.THREAD],
  ['hagstone_thread_end', layout.THREAD_END],
  ['hagstone_context', layout.CONTEXT],
  ['hagstone_trap', layout.TRAP],
  ['hagstone_pair', layout.PAIR],
  ['hagstone_watch_context', layout.WATCH_CONTEXT],
  ['hagstone_interrupted_context', layout.INTERRUPTED_CONTEXT],
  ['hagstone_trace', layout.TRACE],
  ['hagstone_trace_sample', layout.TRACE_SAMPLE],
  ['hagstone_reuse', layout.REUSE],
  ['hagstone_censored', layout.CENSORED],
  ['hagstone_shared_pair', layout.SHARED_PAIR],
  ['hagstone_block', layout.BLOCK],
  ['hagstone_block_access', layout.BLOCK_ACCESS],
  ['hagstone_block_count', layout.BLOCK_COUNT],
  ['hagstone_access_count', layout.ACCESS_COUNT],
  ['hagstone_context_count', layout.CONTEXT_COUNT],
  ['hagstone_exact_pair', layout.EXACT_PAIR],
  ['hagstone_pair_counts', layout.PAIR_COUNTS],
  ['hagstone_pair_count', layout.PAIR_COUNT],
  ['hagstone_without_pair', layout.WITHOUT_PAIR],
  ['hagstone_reuse_count', layout.REUSE_COUNT],
  ['hagstone_object_reuse_count', layout.OBJECT_REUSE_COUNT],
  ['hagstone_time_point', layout.TIME_POINT],
  ['hagstone_scope', layout.SCOPE],
  ['hagstone_object', layout.OBJECT],
  ['hagstone_object_count', layout.OBJECT_COUNT],
  ['hagstone_region', layout.REGION],
  ['hagstone_spatial_values', layout.SPATIAL_VALUES],
  ['hagstone_spatial_value', layout.SPATIAL_VALUE],
  ['hagstone_value_table', layout.VALUE_TABLE],
  ['hagstone_value_count', layout.VALUE_COUNT],
]

const NUMBERS: Record<string, number> = {
  HAGSTONE_EXTENT_MAGIC: layout.EXTENT_MAGIC,
  HAGSTONE_RAW_VERSION: layout.RAW_VERSION,
  HAGSTONE_HEADER_SIZE: layout.HEADER_SIZE,
  HAGSTONE_EXTENT_SIZE: layout.EXTENT_SIZE,
  HAGSTONE_EXTENT_HEADER_SIZE: layout.EXTENT_HEADER_SIZE,
  'sizeof(struct hagstone_record)': layout.RECORD_HEADER_SIZE,
  HAGSTONE_EXTENT_LOG: layout.EXTENT_LOG,
  HAGSTONE_EXTENT_COUNTERS: layout.EXTENT_COUNTERS,
  HAGSTONE_RECORD_MODULE: layout.RECORD.module,
  HAGSTONE_RECORD_MODULE_UNLOAD: layout.RECORD.moduleUnload,
  HAGSTONE_RECORD_THREAD: layout.RECORD.thread,
  HAGSTONE_RECORD_THREAD_END: layout.RECORD.threadEnd,
  HAGSTONE_RECORD_CONTEXT: layout.RECORD.context,
  HAGSTONE_RECORD_TRAP: layout.RECORD.trap,
  HAGSTONE_RECORD_PAIR: layout.RECORD.pair,
  HAGSTONE_RECORD_WATCH_CONTEXT: layout.RECORD.watchContext,
  HAGSTONE_RECORD_INTERRUPTED_CONTEXT: layout.RECORD.interruptedContext,
  HAGSTONE_RECORD_TRACE: layout.RECORD.trace,
  HAGSTONE_RECORD_STATISTICS: layout.RECORD.statistics,
  HAGSTONE_RECORD_REUSE: layout.RECORD.reuse,
  HAGSTONE_RECORD_CENSORED: layout.RECORD.censored,
  HAGSTONE_RECORD_SHARED_PAIR: layout.RECORD.sharedPair,
  HAGSTONE_RECORD_BLOCK: layout.RECORD.block,
  HAGSTONE_RECORD_SCOPE: layout.RECORD.scope,
  HAGSTONE_RECORD_OBJECT: layout.RECORD.object,
  HAGSTONE_RECORD_TIME_POINT: layout.RECORD.timePoint,
  HAGSTONE_RECORD_EXACT_PAIR: layout.RECORD.exactPair,
  HAGSTONE_RECORD_BLOCK_COUNT: layout.RECORD.blockCount,
  HAGSTONE_RECORD_WITHOUT_PAIR: layout.RECORD.withoutPair,
  HAGSTONE_RECORD_REUSE_COUNT: layout.RECORD.reuseCount,
  HAGSTONE_RECORD_OBJECT_REUSE_COUNT: layout.RECORD.objectReuseCount,
  HAGSTONE_RECORD_OBJECT_COUNT: layout.RECORD.objectCount,
  HAGSTONE_RECORD_ACCESS_COUNT: layout.RECORD.accessCount,
  HAGSTONE_RECORD_CONTEXT_COUNT: layout.RECORD.contextCount,
  HAGSTONE_RECORD_PAIR_COUNTS: layout.RECORD.pairCounts,
  HAGSTONE_RECORD_VALUE_TABLE: layout.RECORD.valueTable,
  HAGSTONE_VALUE_TABLE_REFERENCE: layout.VALUE_TABLE_FLAG_REFERENCE,
  HAGSTONE_VALUE_TARGET: layout.VALUE_TARGET,
  HAGSTONE_VALUE_CONSTANT_BACK_OFF: layout.VALUE_FLAG_CONSTANT_BACK_OFF,
  HAGSTONE_VALUE_NO_CLEARING: layout.VALUE_FLAG_NO_CLEARING,
  HAGSTONE_VALUE_REFERENCE: layout.VALUE_FLAG_REFERENCE,
  HAGSTONE_RECORD_REGION: layout.RECORD.region,
  HAGSTONE_RECORD_SPATIAL_VALUES: layout.RECORD.spatialValues,
  HAGSTONE_MODULE_REGION: layout.MODULE_REGION,
  HAGSTONE_SPATIAL_VALUE_BYTES: layout.SPATIAL_VALUE_BYTES,
  HAGSTONE_SPATIAL_VALUES: layout.SPATIAL_COMMON,
  HAGSTONE_SPATIAL_STRIP: layout.SPATIAL_STRIP,
  HAGSTONE_ACCESS_LOAD: layout.ACCESS_LOAD,
  HAGSTONE_ACCESS_STORE: layout.ACCESS_STORE,
  HAGSTONE_ACCESS_REGISTER: layout.ACCESS_REGISTER,
  HAGSTONE_ACCESS_LOADED_REGISTER: layout.ACCESS_LOADED_REGISTER,
  HAGSTONE_MODULE_SYSTEM_CALL: layout.MODULE_SYSTEM_CALL,
  HAGSTONE_PAIR_OTHER_PART: layout.PAIR_FLAG_OTHER_PART,
  HAGSTONE_PAIR_OVERLAP: layout.PAIR_FLAG_OVERLAP,
  HAGSTONE_PAIR_LOADED: layout.PAIR_FLAG_LOADED,
  HAGSTONE_CENSORED_EVICTED: layout.CENSORED_FLAG_EVICTED,
  HAGSTONE_CENSORED_OTHER_PART: layout.CENSORED_FLAG_OTHER_PART,
  HAGSTONE_CENSORED_FREED: layout.CENSORED_FLAG_FREED,
  HAGSTONE_PACE_SIZE: layout.PACE.size,
  HAGSTONE_CONTROL_SIZE: layout.CONTROL.size,
  'offsetof(struct hagstone_control, request)': layout.CONTROL.requestOffset,
  HAGSTONE_CONTROL_RECORD: layout.CONTROL.record,
  HAGSTONE_CONTROL_PAUSE: layout.CONTROL.pause,
  HAGSTONE_CONTROL_STOP: layout.CONTROL.stop,
  HAGSTONE_MODULE_UNKNOWN: layout.MODULE_UNKNOWN,
  HAGSTONE_MODULE_THREAD_ROOT: layout.MODULE_THREAD_ROOT,
  HAGSTONE_CONTEXT_RETURN_ADDRESS: layout.CONTEXT_RETURN_ADDRESS,
  HAGSTONE_CONTEXT_TRUNCATED: layout.CONTEXT_TRUNCATED,
  HAGSTONE_CONTEXT_PARTIAL: layout.CONTEXT_PARTIAL,
  HAGSTONE_CONTEXT_FRAME_POINTER: layout.CONTEXT_FRAME_POINTER,
  HAGSTONE_CONTEXT_SIGNAL_FRAME: layout.CONTEXT_SIGNAL_FRAME,
  HAGSTONE_CONTEXT_AFTER: layout.CONTEXT_AFTER,
  HAGSTONE_CONTEXT_REGION_CALL: layout.CONTEXT_REGION_CALL,
  HAGSTONE_CONTEXT_CREATED: layout.CONTEXT_CREATED,
  HAGSTONE_PAIR_APPROXIMATE: layout.PAIR_FLAG_APPROXIMATE,
  HAGSTONE_PAIR_CALLING_UNSURE: layout.PAIR_FLAG_CALLING_UNSURE,
  HAGSTONE_RELATION_SHARED_WITH: layout.RELATION_COUNT,
  'sizeof ((struct hagstone_header *)0)->executable': layout.EXECUTABLE_SIZE,
  'sizeof ((struct hagstone_thread *)0)->name': layout.THREAD_NAME_SIZE,
}
const ENUMS: Array<[string, Record<number, string>]> = [
  ['TOOL', numbered(TOOLS)],
  // WAITING is added by the analysis.
  ['RELATION', numbered(RELATIONS.filter((relation) => relation !== 'WAITING'))],
  ['STATE', layout.STATES],
  ['ENGINE', layout.ENGINES],
  ['DRIVER', layout.DRIVERS],
  ['TRANSPORT', layout.TRANSPORTS],
  ['RESERVOIR', layout.RESERVOIRS],
  ['ATTRIBUTION', layout.ATTRIBUTIONS],
  ['DISTANCE', layout.DISTANCE_UNITS],
  ['SCOPE', layout.SCOPES],
  ['OBJECT', layout.OBJECTS],
  ['GROUP', layout.VALUE_GROUPS],
  ['AXIS', layout.AXES],
  ['VALUE_PROFILE', layout.VALUE_PROFILES],
  ['VALUE', numbered(VALUE_ROLES)],
  ['VALUE', numbered(VALUE_OPERATIONS)],
  ['CLASS', numbered(VALUE_CLASSES)],
]

/** Structs without a table of offsets here: memory shared with a running program, and record prefixes. */
const READ_OTHERWISE = new Set(['hagstone_control', 'hagstone_pace', 'hagstone_record'])
/** Enumerators outside the format, and bases of register numbers, which Node only prints. */
const NOT_COMPARED = new Set([
  'HAGSTONE_X',
  'HAGSTONE_STATISTIC_COUNT',
  'HAGSTONE_VALUE_GENERAL',
  'HAGSTONE_VALUE_VECTOR',
  'HAGSTONE_VALUE_X87',
  'HAGSTONE_VALUE_MMX',
])

/** [C expression, value here] */
function expectations(): Array<[string, number]> {
  const offsets = STRUCTS.flatMap(([struct, members]) =>
    Object.entries(members).map(([member, value]): [string, number] => [
      member === 'size' ? `sizeof(struct ${struct})` : `offsetof(struct ${struct}, ${member})`,
      value,
    ]),
  )
  const names = ENUMS.flatMap(([prefix, values]) =>
    Object.entries(values).map(([value, name]): [string, number] => [`HAGSTONE_${prefix}_${name.toUpperCase().replaceAll('-', '_')}`, Number(value)]),
  )
  return [...offsets, ...names, ...Object.entries(NUMBERS)]
}

/** Structs and enumerators of raw_format.h, with the meaningful members of each struct. */
function declaredInC(): { structs: Map<string, string[]>; enumerators: string[] } {
  const text = readFileSync(join(headers, 'raw_format.h'), 'utf8').replace(/\/\*[^]*?\*\//g, '')
  const structs = [...text.matchAll(/struct (hagstone_\w+) \{([^}]*)\}/g)].map(([, name, body]): [string, string[]] => [
    name!,
    body!
      .split(';')
      .flatMap((declaration) => declaration.split(','))
      .flatMap((declarator) => /(\w+)\s*(?:\[[^\]]*\]\s*)*$/.exec(declarator.trim())?.[1] ?? [])
      .filter((member) => !member.startsWith('reserved')),
  ])
  const enumerators = [...text.matchAll(/enum (?:hagstone_\w+ )?\{([^}]*)\}/g)].flatMap(([, body]) =>
    [...body!.matchAll(/\bHAGSTONE_\w+(?= *[=,}\s])/g)].map(([name]) => name),
  )
  return { structs: new Map(structs), enumerators }
}

function printedByC(expected: Array<[string, number]>): string[] {
  const directory = temporaryDirectory()
  writeFileSync(
    join(directory, 'layout.c'),
    `
    #include <stddef.h>
    #include <stdio.h>
    #include "raw_format.h"
    #include "agent_environment.h"
    int main(void) {
      ${expected.map(([expression]) => `printf("%llu\\n", (unsigned long long)(${expression}));`).join('\n')}
      printf("%llx\\n", (unsigned long long)HAGSTONE_RAW_MAGIC);
      printf("%u %u\\n", hagstone_checksum("hagstone", 8), hagstone_checksum("stone", 5));
      #define HAGSTONE_X(name, description) puts(#name "|" description);
      HAGSTONE_STATISTICS(HAGSTONE_X)
      #undef HAGSTONE_X
      #define HAGSTONE_X(name, code, text) puts("failure|" #code "|" text);
      HAGSTONE_FAILURES(HAGSTONE_X)
      return 0;
    }`,
  )
  execFileSync(compiler!, ['-I', headers, join(directory, 'layout.c'), '-o', join(directory, 'layout')])
  return execFileSync(join(directory, 'layout'), { encoding: 'utf8' }).trimEnd().split('\n')
}

it('leaves out no struct, member or number of the C header', () => {
  const { structs, enumerators } = declaredInC()
  expect(structs.size, 'structs found in the header').toBeGreaterThan(35)
  const read = new Map(STRUCTS)
  const missing = [...structs.keys()]
    .filter((struct) => !READ_OTHERWISE.has(struct))
    .flatMap((struct) => {
      const known = read.get(struct)
      return known === undefined
        ? [struct]
        : structs
            .get(struct)!
            .filter((member) => known[member] === undefined)
            .map((member) => `${struct}.${member}`)
    })
  const compared = new Set(expectations().map(([expression]) => expression))
  expect({ missing, enumerators: enumerators.filter((name) => !compared.has(name) && !NOT_COMPARED.has(name)) }).toEqual({ missing: [], enumerators: [] })
})

describe.skipIf(compiler === undefined)('the C header (needs a C compiler)', () => {
  const expected = expectations()
  let printed: string[]
  beforeAll(() => {
    printed = printedByC(expected)
  })

  it('has the same sizes, offsets and numbers', () => {
    expect(expected.map(([expression], i) => `${expression} = ${printed[i]}`)).toEqual(expected.map(([expression, value]) => `${expression} = ${value}`))
  })

  it('has the same magic number and checksum', () => {
    expect(BigInt(`0x${printed[expected.length]}`)).toBe(layout.RAW_MAGIC)
    const view = new DataView(new TextEncoder().encode('hagstone').buffer)
    const checksums = [rawChecksum(view, 0, 8), rawChecksum(view, 3, 5)]
    expect(printed[expected.length + 1]).toBe(checksums.join(' '))
  })

  it('counts the same things in the same order and names the same failures', () => {
    const rest = printed.slice(expected.length + 2)
    const failures = rest.filter((line) => line.startsWith('failure|'))
    expect(rest.filter((line) => !line.startsWith('failure|'))).toEqual(layout.STATISTICS.map(([name, description]) => `${name}|${description}`))
    expect(failures).toEqual(layout.FAILURES.map((text, code) => `failure|${code}|${text}`))
  })
})
