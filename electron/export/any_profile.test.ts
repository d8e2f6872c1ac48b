/** Exports of profiles drawn at random: every format can be written, is valid, and has no nonsense. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { Profile } from 'pprof-format'
import { it } from 'vitest'
import { sarifErrors } from '../check/sarif_schema.testing.ts'
import { anyProfile, eachSeed } from '../profile/any_profile/any_profile.testing.ts'
import { requireSense, requireSound } from '../profile/any_profile/sound.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { canExport, EXPORT_FORMATS, hasStacks, STACK_FORMS, type ExportFormat } from '../../shared/exported.ts'
import { long } from '../../scripts/test/long.ts'
import { Failure, messageOf } from '../failure.ts'
import { writeExport } from './write_export.ts'

const require = createRequire(import.meta.url)
const isSpeedscope = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(require.resolve('speedscope/dist/release/file-format-schema.json'), 'utf8')))
const output = join(temporaryDirectory(), 'exported')

const CHECKS: Record<ExportFormat, (written: Buffer, profile: ProfileTables) => void> = {
  pprof: (written) => {
    const read = Profile.decode(gunzipSync(written))
    const locations = new Set(read.location.map(({ id }) => Number(id)))
    const functions = new Set(read.function.map(({ id }) => Number(id)))
    for (const text of read.stringTable.strings) requireSense(text, 'a name')
    for (const { locationId, value } of read.sample) {
      if (locationId.some((id) => !locations.has(Number(id)))) throw new Error('a sample has no place')
      if (value.length !== read.sampleType.length) throw new Error('a sample has too few values')
    }
    for (const { line } of read.location) if (line.some(({ functionId }) => !functions.has(Number(functionId)))) throw new Error('a place has no function')
  },
  speedscope: (written) => {
    const file: unknown = JSON.parse(written.toString())
    requireSound(file, 'speedscope')
    if (!isSpeedscope(file)) throw new Error(JSON.stringify(isSpeedscope.errors))
  },
  firefox: (written) => requireSound(JSON.parse(gunzipSync(written).toString()), 'firefox'),
  html: (written) => {
    const page = written.toString()
    requireSense(page, 'page')
    if (page.includes('<script>alert(1)') || page.includes('name="b"')) throw new Error('a name is markup')
  },
  csv: (written, { pairs }) => {
    const text = written.toString()
    requireSense(text, 'csv')
    const rows = csvRows(text)
    if (rows.length !== pairs.length + 1 || rows.some((row) => row.length !== rows[0]!.length))
      throw new Error(`csv has ${rows.length} rows for ${pairs.length} pairs`)
  },
  json: (written) => requireSound(JSON.parse(written.toString()), 'json'),
  sarif: (written) => {
    const log: unknown = JSON.parse(written.toString())
    requireSound(log, 'sarif')
    const errors = sarifErrors(log)
    if (errors.length > 0) throw new Error(errors.join('; '))
  },
}

/** RFC 4180. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0 && row.join('') !== '')
}

async function writeExports(seed: number): Promise<void> {
  const { profile } = anyProfile(seed)
  for (const format of EXPORT_FORMATS.filter((each) => canExport(profile.run.tools, each))) {
    const stacks = hasStacks(format) ? STACK_FORMS[seed % STACK_FORMS.length]! : 'earlier'
    try {
      await writeExport(profile, format, { stacks, sources: new Map(), changed: new Set(), top: null, say: (line) => requireSense(line, 'said') }, output)
      CHECKS[format](readFileSync(output), profile)
    } catch (error) {
      // A profile without weights is no file that speedscope opens, and the user is told so.
      if (!(format === 'speedscope' && error instanceof Failure)) throw new Error(`${format}: ${messageOf(error)}`, { cause: error })
    }
  }
}

it('is exported in every format', () => eachSeed(40, writeExports))

it('is exported in every format, of thousands', long, () => eachSeed(2000, writeExports))
