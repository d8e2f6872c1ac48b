/** Records a program and reads its report, as every test of known answers does. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect } from 'vitest'
import { sourceLines } from '../../electron/cli/source_lines.ts'
import { openProfile } from '../../electron/profile/open_profile.ts'
import { buildReport } from '../../electron/report/report.ts'
import { leafOf } from '../../shared/profile/frame.ts'
import type { PairReport, Report } from '../../shared/report.ts'
import type { Frame, Relation } from '../../shared/profile/frame.ts'
import { hagstone } from '../support/hagstone.ts'
import type { Result } from '../support/hagstone.ts'
import { sampleLine, sampleSource } from '../support/samples.ts'
import type { Sample } from '../support/samples.ts'

const programs = resolve(import.meta.dirname, 'programs')

/** Compiles a program of e2e/cli/programs, optimised and with debug information. @returns its path */
export function compiled(name: string, directory: string, compiler = 'gcc', options: string[] = []): string {
  const program = join(directory, name)
  execFileSync(compiler, ['-O2', '-g', ...options, '-o', program, join(programs, `${name}.c`)])
  return program
}

/** A process that has ended may wait long for the process 1 of a container to take notice of it. */
export function isRunning(process: number): boolean {
  const status = `/proc/${process}/status`
  return existsSync(status) && !/^State:\tZ/m.test(readFileSync(status, 'utf8'))
}

export interface Recorded {
  report: Report
  /** The result of `record`. */
  result: Result
}

/** Often enough for a short program; `options` of `record` come after these. */
export async function recorded(
  profile: string,
  options: string[],
  command: string[],
  expected: { status: number; env?: Record<string, string> } = { status: 0 },
): Promise<Recorded> {
  const result = await hagstone(
    ['record', '--rate', '500', '--output', profile, ...options, '--', ...command],
    expected.env === undefined ? {} : { env: expected.env },
  )
  expect(result.status, result.stderr).toBe(expected.status)
  return { report: await reported(profile), result }
}

/** The report as `report --json --top all` prints it, made in this process: a separate process takes as long as its recording. For a raw recording's directory, the command runs. */
export async function reported(path: string): Promise<Report> {
  const report = (statSync(path).isDirectory() ? JSON.parse(await printed(path)) : built(path)) as Report
  expect(report.schema).toBe('hagstone.report/2')
  return report
}

/** Reads the profile's description of the run. The whole report of a counted run takes as long as its recording. */
export function recordedRun(path: string): Report['run'] {
  const { profile, close } = openProfile(path)
  try {
    return asRead(profile.run) as Report['run']
  } finally {
    close()
  }
}

async function printed(directory: string): Promise<string> {
  const { status, stdout, stderr } = await hagstone(['report', directory, '--json', '--top', 'all'])
  expect(status, stderr).toBe(0)
  return stdout
}

function built(path: string): unknown {
  const { profile, close } = openProfile(path)
  try {
    return asRead(buildReport(profile, { top: Infinity, functions: true, findings: { lineText: sourceLines({ profile, path }) } }))
  } finally {
    close()
  }
}

/** The value that its JSON has: text of every pair of a counted run, a hundred megabytes, takes longer than the run. */
function asRead(value: unknown, known = new Map<object, unknown>()): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (!known.has(value))
    known.set(
      value,
      Symbol.iterator in value
        ? Array.from(value as Iterable<unknown>, (element) => asRead(element ?? null, known))
        : Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, asRead(member, known)]]))),
    )
  return known.get(value)
}

/** The frame is at the sample's line with this answer. */
export function at(sample: Sample, mark: string): (frame: Frame) => boolean {
  return (frame) => frame.file !== null && basename(frame.file) === basename(sampleSource(sample)) && frame.line === sampleLine(sample, mark).number
}

/** The pair's accesses are at the sample's lines with these answers. */
export function between(sample: Sample, source: string, target: string): (pair: PairReport) => boolean {
  return (pair) => at(sample, source)(leafOf(pair.source)) && at(sample, target)(leafOf(pair.target))
}

export function sum(pairs: PairReport[], value: (pair: PairReport) => number): number {
  return pairs.reduce((total, pair) => total + value(pair), 0)
}

/** The share of pairs with this relation between these lines in all waste of the sample's own code. With few samples, the dynamic linker's waste can be a large part, so it does not count. */
export function shareOfWaste(report: Report, sample: Sample, source: string, target: string, relation: Relation = 'KILLED_BY'): number {
  const wanted = report.pairs.filter((pair) => pair.relation === relation && between(sample, source, target)(pair))
  const module = ({ source: chain }: PairReport): string => leafOf(chain).module
  const own = report.pairs.filter((pair) => wanted.some((other) => module(other) === module(pair)))
  return sum(wanted, (pair) => pair.waste) / sum(own, (pair) => pair.waste)
}
