/**
 * node electron/fuzzing/main.testing.ts SUBJECT [--seconds N] [--seed N]: fuzzes a reader. Ends with one line of JSON
 * (SearchResult); an input that makes a fault is left in build/fuzz. FILE instead of the options tries one input.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { profileSubject } from './profile_subject.testing.ts'
import { rawReaderSubject } from './raw_reader_subject.testing.ts'
import { search, type Subject } from './search.testing.ts'

const SUBJECTS: Record<string, (directory: string) => Subject | Promise<Subject>> = { 'raw-reader': rawReaderSubject, 'profile-reader': profileSubject }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
})
const [name = '', file] = positionals
const makeSubject = SUBJECTS[name]
if (makeSubject === undefined) throw new Error(`SUBJECT is one of ${Object.keys(SUBJECTS).join(', ')}`)
const directory = mkdtempSync(join(tmpdir(), 'hagstone-fuzz-'))
try {
  const subject = await makeSubject(directory)
  if (file !== undefined) await subject.run(readFileSync(file), true)
  else
    console.log(
      JSON.stringify(await search(subject, { seed: Number(values.seed), seconds: Number(values.seconds), latest: join('build/fuzz', `${name}.latest`) })),
    )
} finally {
  rmSync(directory, { recursive: true, force: true })
}
