/**
 * Measures Hagstone on third-party programs, and writes docs/study.md.
 *   main.ts [--program NAME]… [--section NAME]… [--again] [--page]
 * Results of earlier runs with the same source, build, input and settings are used again, unless --again is given: a change of
 * Hagstone itself does not count. The page has all kept results, here or with the page (published_results.ts). --page only writes it.
 */
import { scriptOptions } from '../script_options.ts'
import { buildFlags, ready } from './build.ts'
import { writePage } from './page/page.ts'
import { studyPrograms } from './programs.ts'
import type { StudyProgram } from './program.ts'
import { latest, programResults, publish, publishedResults } from './published_results.ts'
import type { KeptResults } from './published_results.ts'
import { known, once } from './results.ts'
import type { SectionName } from './results.ts'
import { sections } from './page/sections.ts'
import { studySeconds } from './settings.ts'

const sectionNames = Object.keys(sections) as SectionName[]

const { values: options } = scriptOptions(import.meta.url, {
  options: { program: { type: 'string', multiple: true }, section: { type: 'string', multiple: true }, page: { type: 'boolean' }, again: { type: 'boolean' } },
})

function chosen<Item>(all: Item[], nameOf: (item: Item) => string, names: string[] | undefined, what: string): Item[] {
  const unknown = names?.find((name) => !all.some((item) => nameOf(item) === name))
  if (unknown !== undefined) {
    console.error(`there is no ${what} ${unknown}; there are ${all.map(nameOf).join(', ')}`)
    process.exit(2)
  }
  return names === undefined ? all : all.filter((item) => names.includes(nameOf(item)))
}

const programs = chosen(studyPrograms, ({ name }) => name, options.program, 'program')
const parts = chosen(sectionNames, (name) => name, options.section, 'section')

const failures: string[] = []
for (const program of options.page === true ? [] : programs) {
  try {
    study(program)
  } catch (error) {
    failures.push(`${program.name}: ${error instanceof Error ? error.message : String(error)}`)
    console.error(`study: ${failures.at(-1)!}`)
  }
}
try {
  const results = latest(publishedResults(), measuredHere())
  writePage(
    programResults(
      results,
      studyPrograms.map(({ name }) => name),
    ),
  )
  publish(results)
} catch (error) {
  console.error(`study: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
if (failures.length > 0) {
  console.error(`study: ${failures.length} of ${programs.length} programs are incomplete`)
  process.exit(1)
}

function study(program: StudyProgram): void {
  const built = ready(program, studySeconds)
  for (const name of parts) {
    const section = sections[name]
    if (section.applies(built))
      once(
        program.name,
        name,
        {
          version: built.version,
          buildFlags,
          build: program.build,
          command: built.command.slice(1),
          input: built.inputDigest,
          studySeconds,
          ...section.circumstances,
        },
        { again: options.again === true, measure: () => section.measure(built) },
      )
  }
}

function measuredHere(): KeptResults {
  return Object.fromEntries(
    studyPrograms.map(({ name }) => [
      name,
      Object.fromEntries(
        sectionNames.flatMap((section) => {
          const result = known(name, section)
          return result === null ? [] : [[section, result]]
        }),
      ),
    ]),
  )
}
