/**
 * The results that docs/study.md is made of, kept in the repository beside it: a later run measures a program or a part anew
 * and the page still holds the rest.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Kept, ProgramResults, SectionName, SectionResults } from './results.ts'

const file = join(import.meta.dirname, 'published_results.json.br')

type AnyKept = Kept<SectionResults[SectionName]>
export type KeptResults = Record<string, { [Name in SectionName]?: AnyKept }>

/** Empty where none were ever published. */
export function publishedResults(path = file): KeptResults {
  return existsSync(path) ? (JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as KeptResults) : {}
}

/** More digits than any table shows. */
const DIGITS = 6

export function publish(results: KeptResults, path = file): void {
  const text = JSON.stringify(results, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  )
  writeFileSync(
    path,
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  )
}

/** The latest measurement of each program and section, even if only one of the two has it. */
export function latest(one: KeptResults, other: KeptResults): KeptResults {
  const programs = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(
    programs.map((program) => {
      const names = [...new Set([...Object.keys(one[program] ?? {}), ...Object.keys(other[program] ?? {})])] as SectionName[]
      const newest = (name: SectionName): AnyKept =>
        [one[program]?.[name], other[program]?.[name]].filter((kept) => kept !== undefined).toSorted((a, b) => b.measuredAt.localeCompare(a.measuredAt))[0]!
      return [program, Object.fromEntries(names.map((name) => [name, newest(name)]))]
    }),
  )
}

/** The page's data, in the order of `programs`. */
export function programResults(results: KeptResults, programs: string[]): ProgramResults[] {
  const number = (value: unknown): number | null => Number(value ?? 0) || null
  return programs.flatMap((name) => {
    const sections = Object.entries(results[name] ?? {})
    if (sections.length === 0) return []
    const version = sections.map(([, { circumstances }]) => circumstances['version']).find((known) => typeof known === 'string') ?? ''
    return [
      {
        name,
        version,
        sections: Object.fromEntries(
          sections.map(([section, { circumstances, machine, measuredAt, result }]) => [
            section,
            {
              seconds: Number(circumstances['studySeconds']),
              rate: number(circumstances['studyRate']),
              liveRuns: number(circumstances['studyLiveRuns']),
              machine,
              measuredAt,
              result,
            },
          ]),
        ) as ProgramResults['sections'],
      },
    ]
  })
}
