/** The canonical cases of resources/samples/advice: each file's head states the expected first finding, and remarks state its places. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ADVICE_CLASSES, type AdviceClass } from '../../../shared/advice/advice.ts'
import { surenessOf } from '../../../shared/advice/precision.ts'
import type { Finding, Findings } from '../../../shared/findings/finding.ts'
import type { Tool } from '../../../shared/run.ts'
import { nativeDirectories } from '../../../electron/paths.ts'
import { runCost } from '../../../shared/metrics/run_cost.ts'
import { findingsOf } from '../../../electron/report/findings/findings.ts'
import { LEAST_SHARE } from '../../../electron/report/findings/order_findings.ts'
import { openProfile } from '../../../electron/profile/open_profile.ts'
import { expect } from 'vitest'
import { hagstone } from '../../support/hagstone.ts'

const root = resolve(import.meta.dirname, '../../../resources/samples/advice')

const LEVELS = ['O0', 'O2', 'O3'] as const
export type Level = (typeof LEVELS)[number]

export interface AdviceSample {
  name: string
  /** Folder and file. */
  path: string
  tools: Tool[]
  /** Classes of the first finding; none: no finding above a small share; null: only advice on values is expected. */
  finding: AdviceClass[] | 'none' | null
  /** The first finding names alternatives, because it may be of needed work; else how sure it is is not tested. */
  possible: boolean
  /** Where the finding is the first one; false leads have none at any level. */
  levels: readonly Level[]
  /** The first finding claims no cause. */
  observed: boolean
  /** The same at -O3, where the compiler vectorizes the loop. */
  observedAtO3: boolean
  /** Title of the first finding; null: none is expected. */
  title: string | null
  /** Part of the text of the first finding's bound; null: none is expected. */
  bound: string | null
  /** The same of its remedy. */
  remedy: string | null
  /** Condition of the first advice on values; null: none is expected. */
  advice: string | null
  /** Lines by the word of their remark: earlier, later, change, advice. */
  marks: Map<string, number[]>
  lines: string[]
}

function sampleAt(path: string): AdviceSample {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  const said = (what: string): string | null => {
    const line = lines.find((each) => new RegExp(`^(//|!) ${what}: `).test(each))
    return line === undefined ? null : line.slice(line.indexOf(': ') + 2)
  }
  const marks = new Map<string, number[]>()
  lines.forEach((text, index) => {
    for (const mark of /finding: ([a-z ]+)/.exec(text)?.[1]?.trim().split(' ') ?? []) marks.set(mark, [...(marks.get(mark) ?? []), index + 1])
  })
  const finding = said('Finding')
  return {
    name: basename(path).replace(/\.\w+$/, ''),
    path,
    tools: said('Tools')!.split(', ') as Tool[],
    finding: finding === null || finding === 'none' ? finding : finding.split(' | ').map(classNamed),
    possible: said('Sureness') === 'possible',
    levels: LEVELS.filter((level) => said('Levels')?.includes(level) ?? true),
    observed: said('Sureness') === 'observed',
    observedAtO3: said('Sureness at -O3') === 'observed',
    title: said('Title'),
    bound: said('Bound'),
    remedy: said('Remedy'),
    advice: said('Advice'),
    marks,
    lines,
  }
}

function classNamed(name: string): AdviceClass {
  const known = ADVICE_CLASSES.find((each) => each === name)
  if (known === undefined) throw new Error(`${name} is no class of advice`)
  return known
}

/** In the same order on every file system: batches and the samples that are taken for their like depend on it. */
export const ADVICE_SAMPLES: readonly AdviceSample[] = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(root, name)).map((file) => join(name, file)))
  .toSorted()
  .map(sampleAt)

export function programOf({ name }: AdviceSample, level: Level): string {
  return join(nativeDirectories()[0] ?? '', 'samples/advice', level, name)
}

/** The sample's tools in one word, in any order in its file, and their expected results. */
export function expectationOf({ tools, finding, title }: AdviceSample): string {
  return `${tools.toSorted().join(',')}: ${String(finding)} ${title ?? ''}`
}

/** Samples that one recording can hold: those of the same tools, by their names in one word. */
export function batches(samples: readonly AdviceSample[], most: number): Array<[tools: string, AdviceSample[]]> {
  const byTools = Map.groupBy(samples, ({ tools, finding }) => `${tools.toSorted().join(',')}${finding === 'none' ? ' (no finding)' : ''}`)
  return [...byTools].flatMap(([tools, all]) =>
    Array.from({ length: Math.ceil(all.length / most) }, (_, i): [string, AdviceSample[]] => [tools, all.slice(i * most, (i + 1) * most)]),
  )
}

/** The findings of each sample, from one recording that runs all samples one after the other. The map keeps their order. */
export async function findingsOfBatch(samples: readonly AdviceSample[], level: Level, profile: string): Promise<Map<AdviceSample, Finding[]>> {
  const programs = samples.map((sample) => programOf(sample, level))
  // In programs that a shell runs it is not measured within which loop accesses repeat.
  const command = programs.length === 1 ? programs : ['/bin/sh', '-c', programs.join(' && ')]
  const { status, stderr } = await hagstone(['record', '--engine', 'exhaustive', '--tool', samples[0]!.tools.join(','), '--output', profile, '--', ...command])
  expect(status, stderr).toBe(0)
  const found = findingsIn(profile, LEAST_SHARE / samples.length)
  return new Map(samples.map((sample) => [sample, found.filter((finding) => finding.places.some(({ file }) => isIn(sample, file)))]))
}

export function isIn({ path }: AdviceSample, file: string | null): boolean {
  return file?.endsWith(`/${path}`) === true
}

export function findingsIn(profile: string, least = LEAST_SHARE): Finding[] {
  return allFindingsIn(profile, least).findings
}

/** Without a window's consent to sources: those of the samples are at hand. @param least as in FindingOptions */
export function allFindingsIn(profile: string, least = LEAST_SHARE): Findings {
  const opened = openProfile(profile)
  try {
    return findingsOf(opened.profile, {
      lineText: (file, line) => ADVICE_SAMPLES.find((sample) => isIn(sample, file))?.lines[line - 1]?.trim() ?? null,
      top: 1000,
      least,
    })
  } finally {
    opened.close()
  }
}

/** Each sample's part of the batch's run: its program with the libraries that it calls. */
export function partsOfRun(samples: readonly AdviceSample[], level: Level, profile: string): Map<AdviceSample, number> {
  const { profile: opened, close } = openProfile(profile)
  try {
    const { nodes, functions, modules } = opened
    const cost = runCost(opened)!
    const sampleOf = new Map(samples.map((sample, index) => [programOf(sample, level), index]))
    const ofModule = modules.map(({ path }) => sampleOf.get(path) ?? -1)
    const ofRow = new Int32Array(nodes.length).fill(-1)
    for (let row = 1; row < nodes.length; row++) ofRow[row] = Math.max(ofRow[nodes.parent[row]!]!, ofModule[functions[nodes.functionIndex[row]!]!.module] ?? -1)
    const sums = new Float64Array(samples.length)
    cost.node.forEach((node, at) => {
      if (node >= 0 && ofRow[node]! >= 0) sums[ofRow[node]!]! += cost.own[at]!
    })
    return new Map(samples.map((sample, index) => [sample, sums[index]! / cost.amount]))
  } finally {
    close()
  }
}

/**
 * Returns the fault of a sample's first finding, as text; null: the finding is right. @param unoptimised "the program is
 * not optimized" is right, too
 */
export function fault(sample: AdviceSample, findings: readonly Finding[], unoptimised = false): string | null {
  const [first] = findings
  if (first === undefined) return `${sample.path}: no finding`
  if (unoptimised && first.class === 'unoptimised-code') return null
  const marked = new Set([...sample.marks.values()].flat())
  const at = first.places.map(({ function: name, line }) => `${name}:${line}`).join(' -> ')
  const wrong = [
    (sample.finding as AdviceClass[]).includes(first.class) ? [] : [`${first.class} in place of ${(sample.finding as AdviceClass[]).join(' or ')}`],
    first.places.every(({ file, line }) => isIn(sample, file) && line !== null && marked.has(line)) ? [] : [`at ${at}`],
    first.change === null || (isIn(sample, first.change.file) && marked.has(first.change.line ?? 0))
      ? []
      : [`to be changed at ${first.change.function}:${first.change.line}`],
    unoptimised || first.sureness !== 'observed' || sample.observed || surenessOf(first.class, 'possible') === 'observed' ? [] : ['claims no cause'],
    unoptimised || !sample.possible || first.sureness === 'possible' ? [] : [`is ${first.sureness}`],
    unoptimised || sample.title === null || sample.title === first.title ? [] : ['its title'],
    unoptimised || sample.bound === null || first.bound?.text.includes(sample.bound) === true ? [] : ['its bound'],
    unoptimised || sample.remedy === null || first.remedy?.includes(sample.remedy) === true ? [] : ['its remedy'],
  ].flat()
  return wrong.length === 0 ? null : `${sample.path}: ${wrong.join(', ')} (${first.title})`
}
