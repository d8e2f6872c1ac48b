/**
 * Modules, files and functions of two profiles under common numbers (design.md, stable keys): by names without what the
 * compiler or the place of the build put in, never by addresses. Whatever one profile alone has keeps a number of its own.
 */
import { normaliseFunctionName, normaliseSourcePath } from '../names/normalise.ts'
import { isParallelName } from '../names/runtimes/parallel_code.ts'
import { baseName } from '../profile/frames.ts'
import type { ProfileFunction, ProfileModule, ProfileTables } from '../profile/profile.ts'
import type { Side } from './compared_number.ts'

/** By side: the common number of each row of that profile's table. */
export type CommonNumbers = Record<Side, Int32Array>

export interface AlignedNames {
  modules: ProfileModule[]
  moduleOf: CommonNumbers
  /** Names in the new run, or in the old one if the new one has no such file. */
  files: string[]
  fileOf: CommonNumbers
  /** By common number: as each run names the file; null where it has no such file. */
  fileNames: Record<Side, Array<string | null>>
  /** Declared as in the new run where it has them; several clones of one function are one. */
  functions: ProfileFunction[]
  functionOf: CommonNumbers
}

type Named = Pick<ProfileTables, 'modules' | 'files' | 'functions' | 'run'>

export function alignNames(profiles: Record<Side, Named>): AlignedNames {
  const modules = alignPaths(
    profiles.old.modules.map(({ path }) => path),
    profiles.new.modules.map(({ path }) => path),
  )
  joinPrograms(profiles, modules)
  const normalised = ({ files, run }: Named): string[] => files.map((file) => normaliseSourcePath(file, [run.workingDirectory]))
  const files = alignPaths(normalised(profiles.old), normalised(profiles.new))
  const functions = alignFunctions(profiles, modules, files)
  const [moduleOf, fileOf, functionOf] = [modules, files, functions].map((numbers) => numbers.finish()) as [CommonNumbers, CommonNumbers, CommonNumbers]
  const fileNames = { old: spread(profiles.old.files, fileOf.old, files.count), new: spread(profiles.new.files, fileOf.new, files.count) }
  const modulesBySide = { old: spread(profiles.old.modules, moduleOf.old, modules.count), new: spread(profiles.new.modules, moduleOf.new, modules.count) }
  const common = (side: Side): Array<ProfileFunction | null> =>
    spread(
      profiles[side].functions.map((described) => ({
        ...described,
        module: numberIn(moduleOf[side], described.module),
        file: numberIn(fileOf[side], described.file),
      })),
      functionOf[side],
      functions.count,
    )
  const functionsBySide = { old: common('old'), new: common('new') }
  return {
    modules: Array.from({ length: modules.count }, (_, i) => modulesBySide.new[i] ?? modulesBySide.old[i]!),
    moduleOf,
    files: Array.from({ length: files.count }, (_, i) => fileNames.new[i] ?? fileNames.old[i]!),
    fileOf,
    fileNames,
    functions: Array.from({ length: functions.count }, (_, i) => functionsBySide.new[i] ?? functionsBySide.old[i]!),
    functionOf,
  }
}

/** A number of a table in a column of common numbers; −1 stays. */
export function numberIn(column: Int32Array, row: number): number {
  return row < 0 ? -1 : column[row]!
}

/** The first row of each common number. */
function spread<T>(rows: readonly T[], numberOf: Int32Array, count: number): Array<T | null> {
  const first: Array<T | null> = Array.from({ length: count }, () => null)
  rows.forEach((row, i) => {
    first[numberOf[i]!] ??= row
  })
  return first
}

/** Hands out common numbers; rows that nothing joins get their own in the end. */
class Numbering {
  readonly #numbers: CommonNumbers
  count = 0

  constructor(oldLength: number, newLength: number) {
    this.#numbers = { old: new Int32Array(oldLength).fill(-1), new: new Int32Array(newLength).fill(-1) }
  }

  has(side: Side, row: number): boolean {
    return this.#numbers[side][row]! >= 0
  }

  /** −1 while it has none. */
  of(side: Side, row: number): number {
    return numberIn(this.#numbers[side], row)
  }

  join(oldRows: readonly number[], newRows: readonly number[]): void {
    for (const row of oldRows) this.#numbers.old[row] = this.count
    for (const row of newRows) this.#numbers.new[row] = this.count
    this.count++
  }

  unjoined(side: Side): number[] {
    return Array.from(this.#numbers[side].keys()).filter((row) => !this.has(side, row))
  }

  finish(): CommonNumbers {
    for (const row of this.unjoined('old')) this.join([row], [])
    for (const row of this.unjoined('new')) this.join([], [row])
    return this.#numbers
  }
}

/** Last parts of a path that are compared, the most telling first. */
const PARTS_COMPARED = [Infinity, 4, 3, 2, 1]

/** Equal paths, then those that alone end in the same parts. */
function alignPaths(old: string[], others: string[]): Numbering {
  const numbers = new Numbering(old.length, others.length)
  for (const parts of PARTS_COMPARED) {
    const key = (path: string): string => (parts === Infinity ? path : path.split('/').slice(-parts).join('/'))
    const newRows = groups(numbers.unjoined('new'), (row) => key(others[row]!))
    for (const [ending, oldRows] of groups(numbers.unjoined('old'), (row) => key(old[row]!))) {
      const rows = newRows.get(ending)
      if (rows && (parts === Infinity || (rows.length === 1 && oldRows.length === 1))) numbers.join(oldRows, rows)
    }
  }
  return numbers
}

/** The recorded programs are one module, under any file names. */
function joinPrograms(profiles: Record<Side, Named>, modules: Numbering): void {
  const program = (side: Side): number[] => {
    const name = baseName(profiles[side].run.command[0] ?? '')
    return modules.unjoined(side).filter((row) => baseName(profiles[side].modules[row]!.path) === name)
  }
  const [old, others] = [program('old'), program('new')]
  if (old.length === 1 && others.length === 1) modules.join(old, others)
}

/** By name and file, then by a name that is left over once on either side: its file was renamed, or joined with another. */
function alignFunctions(profiles: Record<Side, Named>, modules: Numbering, files: Numbering): Numbering {
  const numbers = new Numbering(profiles.old.functions.length, profiles.new.functions.length)
  // The line in the name of a region or task moves with the lines before it.
  const nameOf = ({ name, linkageName }: ProfileFunction): string => normaliseFunctionName(isParallelName(name) ? linkageName : name)
  const names = { old: profiles.old.functions.map(nameOf), new: profiles.new.functions.map(nameOf) }
  const place = (side: Side, row: number): string => {
    const { file, module } = profiles[side].functions[row]!
    if (file >= 0) return files.has(side, file) ? `f${files.of(side, file)}` : `${side} f${file}`
    if (module >= 0) return modules.has(side, module) ? `m${modules.of(side, module)}` : `${side} m${module}`
    return ''
  }
  const grouped = (side: Side, key: (row: number) => string): Map<string, number[]> => groups(numbers.unjoined(side), key)
  const newByPlace = grouped('new', (row) => `${names.new[row]} ${place('new', row)}`)
  for (const [key, oldRows] of grouped('old', (row) => `${names.old[row]} ${place('old', row)}`)) {
    const newRows = newByPlace.get(key)
    if (newRows) numbers.join(oldRows, newRows)
  }
  const newByName = grouped('new', (row) => names.new[row]!)
  for (const [name, oldRows] of grouped('old', (row) => names.old[row]!)) {
    const newRows = newByName.get(name)
    if (!newRows || !isOnePlace(profiles.old, oldRows) || !isOnePlace(profiles.new, newRows)) continue
    const [oldFile, newFile] = [profiles.old.functions[oldRows[0]!]!.file, profiles.new.functions[newRows[0]!]!.file]
    if (oldFile >= 0 && newFile >= 0 && !files.has('old', oldFile) && !files.has('new', newFile)) files.join([oldFile], [newFile])
    numbers.join(oldRows, newRows)
  }
  // Clones of a function that one run alone has are one function too.
  for (const [, rows] of grouped('old', (row) => `${names.old[row]} ${place('old', row)}`)) numbers.join(rows, [])
  for (const [, rows] of grouped('new', (row) => `${names.new[row]} ${place('new', row)}`)) numbers.join([], rows)
  return numbers
}

function isOnePlace({ functions }: Named, rows: number[]): boolean {
  return rows.every((row) => functions[row]!.file === functions[rows[0]!]!.file && functions[row]!.module === functions[rows[0]!]!.module)
}

function groups(rows: number[], key: (row: number) => string): Map<string, number[]> {
  const grouped = new Map<string, number[]>()
  for (const row of rows) {
    const name = key(row)
    const known = grouped.get(name)
    if (known) known.push(row)
    else grouped.set(name, [row])
  }
  return grouped
}
