import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { KeptFiles } from '../../cache/kept_files.ts'
import { isAmendable } from '../../profile/amend_profile.ts'
import { identityOf } from '../../file_identity.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { severalTools } from '../../profile/several_tools.testing.ts'
import { openForAmending } from '../../profile/sqlite.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { UNOBSERVED } from '../../../shared/progress.ts'
import { buildReport } from '../report.ts'
import { WAIT_KINDS, type Wait } from '../../../shared/findings/waits/wait.ts'
import { carriedReport } from './carried_report.ts'
import type { Carried } from './carried_schema.ts'
import type { KeptParts } from './kept_parts.ts'
import { carryOwnReport, keptReport, keptWeights, openFindings } from './kept_report.ts'
import { profiles, withoutTables } from './kept_profiles.testing.ts'

const directory = temporaryDirectory()
const noLines = (): null => null
const large = { large: 0 }
const question = { lineText: noLines, use: 'here', top: 1, functions: false } as const

const cacheOf = (name: string): { files: KeptFiles; large: number } => ({
  files: new KeptFiles('reports-2', 1 << 28, { XDG_CACHE_HOME: join(directory, name) }),
  large: 0,
})

type EntryName = 'report' | 'report_rest'

/** Changes the entry of the profile in the file. */
function changeEntry(path: string, change: (entry: string) => string, name: EntryName = 'report'): void {
  const database = openForAmending(path)
  const [row] = database.rows('SELECT value FROM run WHERE name = ?', name)
  database.run('UPDATE run SET value = ? WHERE name = ?', change(String(row!.value)), name)
  database.close()
}

function valueIn(entry: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(entry.split(' ')[1]!, 'base64')).toString())
}

function withValue(entry: string, value: unknown): string {
  return `${entry.split(' ')[0]} ${deflateRawSync(Buffer.from(JSON.stringify(value))).toString('base64')}`
}

/** A profile that carries its report, and the entry. */
function carrying(name: string, entryName: EntryName = 'report'): { path: string; entry: string } {
  const path = join(directory, `${name}.hagstone`)
  writeProfile(path, severalTools(), [])
  const opened = openProfile(path)
  carryOwnReport(opened.profile, path, large)
  opened.close()
  let entry = ''
  changeEntry(path, (own) => (entry = own), entryName)
  return { path, entry }
}

test('a carried report equals the one made from the profile, without its pairs and without a file of its own', () => {
  const carriers = profiles(directory).filter(isAmendable)
  expect(carriers.length).toBeGreaterThan(6)
  for (const path of carriers) {
    const before = openProfile(path)
    const made = keptReport(before.profile, path, question, cacheOf('made'))!
    const copy = `${path}.without`
    copyFileSync(path, copy)
    const weights = keptWeights(before.profile, path, cacheOf('made'))
    carryOwnReport(before.profile, path, large)
    before.close()
    const { profile, close } = openProfile(path)
    const unread = withoutTables(profile)
    const read = keptReport(unread, path, question, cacheOf('carried'))!
    // The order of the members is that of printed JSON.
    expect(JSON.stringify(read), path).toBe(JSON.stringify(made))
    expect(JSON.stringify(keptWeights(unread, path, cacheOf('carried'))), path).toBe(JSON.stringify(weights))
    const window = openFindings(unread, { path, identity: identityOf(path) }, noLines, cacheOf('carried'))
    expect(JSON.stringify(window.findings), path).toBe(JSON.stringify(made.findings))
    expect(window.toKeep).toEqual([])
    expect(existsSync(join(directory, 'carried')), path).toBe(false)
    const report = (kept?: KeptParts): string => JSON.stringify(buildReport(profile, { top: 3, findings: { top: 3 }, ...(kept === undefined ? {} : { kept }) }))
    expect(report(read), path).toBe(report())
    const most = { ...question, top: 200, functions: true }
    expect(JSON.stringify(keptReport(unread, path, most, cacheOf('carried'))), path).toBe(JSON.stringify(keptReport(profile, copy, most, cacheOf('most'))))
    expect(existsSync(join(directory, 'carried')), path).toBe(false)
    close()
  }
})

test('a file that cannot grow stays as it was', async () => {
  const path = join(directory, 'full.hagstone')
  writeProfile(path, severalTools(), [])
  const before = readFileSync(path)
  // In blocks of 1,024 bytes; Node ignores the signal that the limit sends.
  const module = new URL('./carry_report.ts', import.meta.url).href
  const program = `import { carryReportOf } from ${JSON.stringify(module)}; try { carryReportOf(${JSON.stringify(path)}, { large: 0 }) } catch (error) { console.error(String(error)); process.exit(7) }`
  const limited = `ulimit -f ${Math.ceil(before.length / 1024)}; exec "$0" --input-type=module --eval "$1"`
  const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, program], { encoding: 'utf8' })
  expect(status, stderr).toBe(7)
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('small profiles carry none', () => {
  const path = join(directory, 'small.hagstone')
  writeProfile(path, severalTools(), [])
  const { profile, close } = openProfile(path)
  carryOwnReport(profile, path)
  expect(carriedReport(profile, path, noLines)).toBeNull()
  close()
})

test('where sources are available, the report with their lines is kept, too, as one that is made apart from it', () => {
  for (const path of profiles(directory).filter(isAmendable)) {
    const { profile, close } = openProfile(path)
    const lineText = (file: string, line: number): string | null => (line <= 1000 ? `${file.length} = values[${line}];` : null)
    const apart = `${path}.apart`
    copyFileSync(path, apart)
    const asked = { ...question, lineText }
    const made = keptReport(profile, apart, asked, cacheOf('apart'))!
    carryOwnReport(profile, path, cacheOf('shared'), UNOBSERVED, lineText)
    const usesLines = carriedReport(profile, path, lineText) === null
    const read = keptReport(usesLines ? withoutTables(profile) : profile, path, asked, cacheOf('shared'))!
    expect(JSON.stringify(read), path).toBe(JSON.stringify(made))
    close()
  }
  expect(existsSync(join(directory, 'shared'))).toBe(true)
})

test('a carried report holds no source line, and does not count where a line that it asked for is available', () => {
  const { path, entry } = carrying('lines')
  expect((valueIn(entry) as { lines: unknown[] }).lines.length).toBeGreaterThan(0)
  const { profile, close } = openProfile(path)
  expect(carriedReport(profile, path, noLines)).not.toBeNull()
  const [file, line] = (valueIn(entry) as { lines: Array<[string, number]> }).lines[0]!
  expect(carriedReport(profile, path, (asked, at) => (asked === file && at === line ? 'work[i] = 0;' : null))).toBeNull()
  close()
})

test.each(['report', 'report_rest'] as const)('one of another build, or damaged, is ignored (%s)', (name) => {
  const { path, entry } = carrying(`damaged-${name}`, name)
  const { profile, close } = openProfile(path)
  const isRead = (changed: string): boolean => {
    changeEntry(path, () => changed, name)
    return isWholeIn(profile, path)
  }
  expect(isRead(entry)).toBe(true)
  expect(isRead(`${entry.startsWith('0') ? '1' : '0'}${entry.slice(1)}`)).toBe(false)
  for (const damaged of ['', entry.split(' ')[0]!, entry.slice(0, -40), `${entry.split(' ')[0]} AAAA`, withValue(entry, null)])
    expect(isRead(damaged)).toBe(false)
  // 80 MB of JSON in a few kilobytes. Both entries are read by one function.
  if (name === 'report') expect(isRead(withValue(entry, { ...(valueIn(entry) as object), lines: 'x'.repeat(80 << 20) }))).toBe(false)
  close()
})

function isWholeIn(profile: ProfileTables, path: string): boolean {
  const read = carriedReport(profile, path, noLines, true)
  return read !== null && read.parts.functions !== null && read.top === 200
}

type Path = Array<string | number>

function* leaves(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) yield path
  else for (const [name, own] of Object.entries(value)) yield* leaves(own, [...path, Array.isArray(value) ? Number(name) : name])
}

function replaced(value: unknown, path: Path, leaf: unknown): unknown {
  const copy = structuredClone(value)
  const holder = path.slice(0, -1).reduce((own, name) => (own as Record<string, unknown>)[name] as object, copy as object)
  ;(holder as Record<string, unknown>)[path.at(-1)!] = leaf
  return copy
}

/** Of an array only the first: the others have the same form. */
const isFirst = (path: Path): boolean => path.every((name) => typeof name === 'string' || name === 0)

test('every value of another form, and every row that the profile lacks, is rejected', () => {
  const { path, entry } = carrying('forms')
  const { profile, close } = openProfile(path)
  const value = valueIn(entry)
  const isRead = (changed: unknown): boolean => {
    changeEntry(path, () => withValue(entry, changed))
    return carriedReport(profile, path, noLines) !== null
  }
  const all = [...leaves(value)].filter(isFirst)
  expect(all.length).toBeGreaterThan(130)
  for (const each of all) {
    expect(isRead(replaced(value, each, { unexpected: 1 })), each.join('.')).toBe(false)
  }
  const holders = new Map(all.filter((each) => typeof each.at(-1) === 'string').map((each) => [each.slice(0, -1).join('.'), each.slice(0, -1)]))
  for (const [name, each] of holders) expect(isRead(replaced(value, [...each, 'unexpected'], 1)), name).toBe(false)
  const rows = all.filter((each) =>
    /^(?:pairFindings\.0\.0|parts\.findings\.findings\.0\.contexts\.0\.pair|weights\..*(?:row|kind)|weights\.(?:pair|node)Rows\..*)$/.test(each.join('.')),
  )
  expect(rows.length).toBeGreaterThan(12)
  for (const each of rows) {
    // The root's line and address, and an address, may be any.
    if (/line|address/.test(each.join('.'))) continue
    for (const impossible of [1 << 24, -2, 0.5]) expect(isRead(replaced(value, each, impossible)), `${each.join('.')} ${impossible}`).toBe(false)
  }
  close()
})

test('every value of another form in its rest is rejected', () => {
  const { path, entry } = carrying('rest', 'report_rest')
  const { profile, close } = openProfile(path)
  const value = valueIn(entry)
  const isRead = (changed: unknown): boolean => {
    changeEntry(path, () => withValue(entry, changed), 'report_rest')
    return isWholeIn(profile, path)
  }
  expect(isRead(value)).toBe(true)
  const all = [...leaves(value)].filter(isFirst)
  expect(all.length).toBeGreaterThan(40)
  for (const each of all) expect(isRead(replaced(value, each, { unexpected: 1 })), each.join('.')).toBe(false)
  for (const each of all.filter((own) => typeof own.at(-1) === 'string'))
    expect(isRead(replaced(value, [...each.slice(0, -1), 'unexpected'], 1)), each.join('.')).toBe(false)
  // Of a tool that the run lacks.
  expect(isRead(replaced(value, ['pairs', 0, 'tool'], 'registers'))).toBe(false)
  close()
})

test.each(WAIT_KINDS)('a carried report may tell of waiting (%s)', (kind) => {
  const { path, entry } = carrying(`waits-${kind}`)
  const carried = valueIn(entry) as Carried
  const wait: Wait = {
    kind,
    text: 'main() waits.',
    remedy: 'Give each thread the same work.',
    function: 'main',
    file: 'a.c',
    line: 3,
    library: null,
    region: null,
    call: null,
    amount: 1,
    shareOfRun: 0.5,
    interval: null,
    threads: [],
    imbalance: { maxToMean: 1.5, interval: [1.2, 1.8], threads: 2, busiest: 0, certain: true },
    gain: 0.2,
    gainInterval: [0.1, 0.3],
    cause: { thread: 0, threads: 2, timesOthers: null, interval: [4, null], isLoop: false, isLastTask: true, function: 'main', file: 'a.c', line: 2 },
  }
  carried.parts.findings.waits = [wait]
  changeEntry(path, () => withValue(entry, carried))
  const { profile, close } = openProfile(path)
  expect(carriedReport(profile, path, noLines)?.parts.findings?.waits).toEqual([wait])
  close()
})
