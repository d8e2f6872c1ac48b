/**
 * Value profiles of two runs, of two inputs or two builds (Calder, Feller and Eustace, Tables 3 and 4). In modules with the
 * same build id instructions are matched by address; in others by function and line, in the order of their addresses.
 */
import { compareValues, type ComparedProfile } from '../../../shared/metrics/values/compare_values.ts'
import { invariances, tablesOf, type ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import { normaliseFunctionName } from '../../../shared/names/normalise.ts'
import { baseName } from '../../../shared/profile/frames.ts'
import { VALUE_ROLES } from '../../../shared/profile/value_names.ts'
import type { ValueSettings } from '../../../shared/run.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { ComparedRun, ValueKind, ValuesComparison } from '../../../shared/values.ts'
import { percentText } from '../format.ts'
import { comparedAdvice } from './compared_advice.ts'

export interface ProfileToCompare {
  path: string
  profile: ValueProfile
}

const COMPARED_KINDS: ValueKind[] = ['instructions', 'loads', 'stores', 'parameters', 'operands']

/** @throws RpcError not-found: one of them has no values */
export function compareProfiles(first: ProfileToCompare, second: ProfileToCompare): ValuesComparison {
  const [firstRun, secondRun] = [describe(first), describe(second)]
  const different = differentBuilds(first.profile, second.profile)
  const [firstKeys, secondKeys] = [keysOf(first.profile, different), keysOf(second.profile, different)]
  const [firstColumns, secondColumns] = [invariances(first.profile), invariances(second.profile)]
  const side = ({ profile }: ProfileToCompare, columns: ComparedProfile['columns'], keys: string[], tables: Int32Array) => ({
    profile,
    columns,
    tables,
    key: (table: number) => keys[table]!,
  })
  const ofBoth = (tablesIn: (profile: ValueProfile) => Int32Array) =>
    [side(first, firstColumns, firstKeys, tablesIn(first.profile)), side(second, secondColumns, secondKeys, tablesIn(second.profile))] as const
  return {
    schema: 'hagstone.values-comparison/1',
    first: firstRun,
    second: secondRun,
    matchedBy: different.size > 0 ? 'line' : 'address',
    comparisons: COMPARED_KINDS.flatMap((kind) =>
      tablesOf(first.profile, kind).length === 0 ? [] : [compareValues(kind, ...ofBoth((profile) => tablesOf(profile, kind)))],
    ),
    advice: comparedAdvice(...ofBoth(({ valueTables: { length } }) => Int32Array.from({ length }, (_, table) => table))),
    notes: notesOf(first.profile, second.profile, different),
  }
}

function describe({ path, profile: { run } }: ProfileToCompare): ComparedRun {
  if (!run.values) throw new RpcError('not-found', `${path} has no values to compare; record both runs with --engine exhaustive --tool values`)
  return { path, command: run.command, startedAt: run.startedAt, settings: run.values }
}

/** Names of modules with values of which the other profile has another build. */
function differentBuilds(first: ValueProfile, second: ValueProfile): Set<string> {
  const builds = (profile: ValueProfile): Map<string, string> => {
    const used = new Set(Array.from(profile.valueTables.instruction, (row) => profile.instructions[row]!.module))
    return new Map([...used].flatMap((row) => (profile.modules[row] ? [[baseName(profile.modules[row].path), profile.modules[row].buildId] as const] : [])))
  }
  const others = builds(second)
  return new Set([...builds(first)].filter(([name, buildId]) => others.has(name) && others.get(name) !== buildId).map(([name]) => name))
}

/** By table. @param different modules to be matched by line */
function keysOf({ valueTables, instructions, modules, functions }: ValueProfile, different: ReadonlySet<string>): string[] {
  const { length, role, slot, operation, instructionClass, instruction, functionIndex, line } = valueTables
  const moduleName = (table: number): string => baseName(modules[instructions[instruction[table]!]!.module]?.path ?? '')
  const subject = (table: number): string => `${role[table]} ${slot[table]} ${operation[table]}`
  const seen = new Map<string, number>()
  const keys: string[] = Array.from({ length }, () => '')
  const inOrder = Array.from({ length }, (_, table) => table).sort((a, b) => instructions[instruction[a]!]!.address - instructions[instruction[b]!]!.address)
  for (const table of inOrder) {
    const name = moduleName(table)
    if (!different.has(name)) {
      keys[table] = `${name} ${instructions[instruction[table]!]!.address} ${subject(table)}`
      continue
    }
    const owner = functions[functionIndex[table]!]!
    const place = `${name} ${normaliseFunctionName(owner.name)} +${line[table]! - owner.line} ${instructionClass[table]} ${subject(table)} ${valueTables.flags[table]}`
    const ordinal = seen.get(place) ?? 0
    seen.set(place, ordinal + 1)
    keys[table] = `${place} #${ordinal}`
  }
  return keys
}

function notesOf(first: ValueProfile, second: ValueProfile, different: ReadonlySet<string>): string[] {
  const notes: string[] = []
  if (different.size > 0)
    notes.push(`${[...different].join(', ')}: the builds differ, so instructions are matched by function and line; what the compiler moved is not found.`)
  const [a, b] = [settingsWords(first.run.values!), settingsWords(second.run.values!)]
  if (a !== b) notes.push(`The profiles were made differently: ${a}; ${b}.`)
  for (const [name, { run }] of [
    ['first', first],
    ['second', second],
  ] as const) {
    if (run.windows) notes.push(`The ${name} profile is of windows, ${percentText(run.windows.covered)} of its instructions.`)
  }
  return notes
}

function settingsWords({ tableSize, profile, clearing, roles }: ValueSettings): string {
  return `${profile === 'full' ? 'full' : 'convergent'}, tables of ${tableSize}${clearing ? '' : ', never cleared'}${roles.length === VALUE_ROLES.length ? '' : `, ${roles.join(', ')} alone`}`
}
