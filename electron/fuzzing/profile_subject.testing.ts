/** Profiles of any content: rejected with one line, when they are opened or when damaged data is first requested. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { embedSources } from '../profile/embedded_sources.ts'
import { severalTools } from '../profile/several_tools.testing.ts'
import { writeStoredNotes } from '../profile/stored_notes.ts'
import { writeProfile } from '../profile/write_profile.ts'
import { analyzeRecording } from '../analysis/analyze_recording.ts'
import { exhaustive, otherTools } from '../raw/damaged_recordings.testing.ts'
import type { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { REPORT_VIEWS } from '../report/text/report_text.ts'
import { refusedInOneLine } from './faults.testing.ts'
import { mutateProfile } from './profile_mutations.testing.ts'
import type { Subject } from './search.testing.ts'
import { namedValues, sampledStores } from './seeds.testing.ts'
import { showEverything } from './show_everything.testing.ts'
import { showTrees } from './show_trees.testing.ts'

const OLD_VERSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** @param directory for its files, empty */
export async function profileSubject(directory: string): Promise<Subject> {
  const path = join(directory, 'fuzzed.hagstone')
  const work = join(directory, 'work.hagstone')
  const analysed: Uint8Array[] = []
  for (const recording of [sampledStores(), otherTools(), exhaustive(), namedValues()]) analysed.push(await profileOf(recording, directory))
  return {
    seeds: [
      drawnProfile(directory),
      ...analysed,
      ...OLD_VERSIONS.map((version) => new Uint8Array(gunzipSync(readFileSync(new URL(`../profile/version_${version}.hagstone.gz`, import.meta.url))))),
    ],
    mutate: (input, _, random) => mutateProfile(input, random, work),
    async run(input, thorough) {
      writeFileSync(path, input)
      // Trees first: a report, which would reject them, would hide the effect of a file's own sums.
      await refusedInOneLine(() => showTrees(path))
      await refusedInOneLine(() => showEverything(path, thorough ? REPORT_VIEWS : ['tree']))
    },
  }
}

/** With everything that users can add later. */
function drawnProfile(directory: string): Uint8Array {
  const path = join(directory, 'drawn.hagstone')
  const tables = severalTools()
  const lines = [{ address: 0x1000, bytes: '4889', text: 'mov [rdi], rax', note: null, file: 0, line: 5 }]
  writeProfile(path, tables, [{ module: 0, name: 'set', low: 0, high: 0x10000, lines }])
  embedSources(path, new Map([[tables.files[0]!, 'int main(void) {}\n']]))
  writeStoredNotes(path, [{ key: 'a'.repeat(24), pair: 'main and fill', status: 'to-do', text: 'Look at this.' }])
  return new Uint8Array(readFileSync(path))
}

async function profileOf(recording: RawFileBuilder, directory: string): Promise<Uint8Array> {
  const path = join(directory, 'analysed.hagstone')
  recording.write(join(directory, 'process-1-1.hagraw'))
  await analyzeRecording(directory, path, { symbols: null })
  return new Uint8Array(readFileSync(path))
}
