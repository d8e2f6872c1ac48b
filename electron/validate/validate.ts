/**
 * `hagstone validate`: one run measured exactly and sampled by virtual PMUs, and how near these come
 * (shared/validation.ts).
 */
import { hostname } from 'node:os'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { VALIDATION_SCHEMA } from '../../shared/validation.ts'
import type { Tool } from '../../shared/run.ts'
import type { Estimate, LiveEstimate, ToolValidation, Truth, Validation } from '../../shared/validation.ts'
import { analyzeInMemory } from '../analysis/analyze_recording.ts'
import { readRecordingDirectory } from '../analysis/recording_directory.ts'
import { reweightingNotes } from '../analysis/weights/reweigh_profile.ts'
import type { CountingRecording } from '../analysis/weights/reweigh_profile.ts'
import type { SymbolSource } from '../analysis/symbols/symbol_source.ts'
import { sentence } from '../report/report.ts'
import { hagstoneVersion } from '../version.ts'
import { exactTool, seededEstimate } from './estimate.ts'
import { ExactFractions } from './driver_weighted_truth.ts'
import { liveEstimate } from './live_estimate.ts'
import type { LiveProfiles } from './live_estimate.ts'
import type { LiveRuns } from './live_run.ts'
import { virtualDirectory } from './run_program.ts'
import type { ValidatedProgram, ValidationRun } from './run_program.ts'
import { plannedPmus } from './settings.ts'
import type { PlannedPmu, ValidationSettings } from './settings.ts'
import { OpenModules } from '../analysis/symbols/open_modules.ts'
import { StableContexts } from './stable_contexts.ts'
import { meanReuse, summaryOf, withCauses } from './summarise.ts'

export interface ComparisonHooks {
  /** Recordings of the real sampler; null: none. */
  live: LiveRuns | null
  symbols: SymbolSource
  /** Share of the analyses that are done, 0..1. */
  onProgress(share: number): void
  /** Most pairs listed for each tool. */
  mostPairs: number
}

/** @throws RpcError bad-file where a recording cannot be read */
export async function compareRun(
  run: ValidationRun,
  settings: ValidationSettings,
  { tolerance, workingDirectory }: Pick<ValidatedProgram, 'tolerance' | 'workingDirectory'>,
  hooks: ComparisonHooks,
): Promise<Validation> {
  const symbols = new OpenModules(hooks.symbols)
  try {
    const analyse = async (directory: string): Promise<ProfileTables> =>
      (await analyzeInMemory(readRecordingDirectory(directory), { symbols, withoutCode: true })).profile
    const contexts = new StableContexts()
    const exact = await analyse(run.directory)
    const numbers = contexts.numbersOf(exact)
    const exactTools = new Map(settings.tools.map((tool) => [tool, exactTool(exact, numbers, tool, hooks.mostPairs)]))
    const estimates: CountedEstimate[] = []
    const partial = exact.partial === null ? [] : [exact.partial]
    const pmus = plannedPmus(settings)
    for (const [position, pmu] of pmus.entries()) {
      hooks.onProgress((position + 1) / (pmus.length + 1))
      const profile = await analyse(virtualDirectory(run.directory, position))
      // The exact one reports what ends all of them; each fills a disk by itself.
      if (profile.partial !== null && partial.length === 0) partial.push(`of virtual PMU ${position + 1}, and maybe of others, ${profile.partial}`)
      addRun(estimates, pmu, profile, seededEstimate(profile, contexts, pmu.settings.tool, exactTools.get(pmu.settings.tool)!))
    }
    const notes = new Set<string>()
    const tools: ToolValidation[] = []
    for (const tool of settings.tools) {
      const exactOfTool = exactTools.get(tool)!
      const recorded = hooks.live?.directories.get(tool)
      const live = recorded === undefined ? null : await liveProfiles(recorded, run, symbols)
      if (live?.reweighted) for (const note of reweightingNotes(live.reweighted.run).slice(1)) notes.add(note)
      const sampled = live === null ? null : liveEstimate(live, contexts, new ExactFractions(exact, numbers, tool), exactOfTool, tool)
      tools.push(
        toolValidation(
          tool,
          exactOfTool.truth,
          estimates.filter((estimate) => estimate.settings.tool === tool),
          sampled,
        ),
      )
    }
    return {
      schema: VALIDATION_SCHEMA,
      hagstoneVersion: hagstoneVersion(),
      command: run.command,
      workingDirectory,
      startedAt: run.startedAt.toISOString(),
      host: hostname(),
      exit: run.end,
      duration: run.duration,
      tolerance,
      granularity: settings.granularity,
      tools,
      notes: [...run.warnings, ...(hooks.live?.warnings ?? []), ...notes, ...partial.map(sentence)],
    }
  } finally {
    symbols.close()
  }
}

/** The exact run counted every execution: no other run is needed to reweight clock-driven samples. */
async function liveProfiles(directory: string, { directory: counted, command }: ValidationRun, symbols: SymbolSource): Promise<LiveProfiles> {
  const analyse = async (counting?: CountingRecording): Promise<ProfileTables> =>
    (await analyzeInMemory(readRecordingDirectory(directory), { symbols, withoutCode: true, ...(counting ? { counting } : {}) })).profile
  const driven = await analyse()
  return { driven, reweighted: driven.run.driver === 'cpu-time' ? await analyse({ directory: counted, command, sameInput: true, cpuSeconds: null }) : null }
}

type CountedEstimate = Pick<Estimate, 'settings' | 'variation' | 'runs'>

/** Seeds of one setting follow each other. The period is the prime that the engine made of it. */
function addRun(estimates: CountedEstimate[], { settings, variation, seed }: PlannedPmu, { run }: ProfileTables, result: Estimate['runs'][number]): void {
  if (seed === 1) estimates.push({ settings: { ...settings, period: run.period }, variation, runs: [] })
  estimates.at(-1)!.runs.push(result)
}

function toolValidation(tool: Tool, truth: Truth, counted: CountedEstimate[], live: LiveEstimate | null): ToolValidation {
  const reuses = counted.map(({ runs }) => meanReuse(runs))
  const othersOf = (position: number) =>
    reuses
      .filter((reuse, other) => other !== position && reuse !== null && differsInPeriodOnly(counted[position]!, counted[other]!))
      .flatMap((reuse) => reuse ?? [])
  const estimates = counted.map((estimate, position): Estimate => {
    const own = reuses[position]!
    return {
      ...estimate,
      summary: summaryOf(estimate.runs),
      reuse: own === null || truth.reuse === null ? null : withCauses(own, othersOf(position), truth.reuse),
    }
  })
  return { tool, truth, live, estimates }
}

function differsInPeriodOnly(one: CountedEstimate, other: CountedEstimate): boolean {
  const without = ({ settings: { period: _period, ...rest } }: CountedEstimate): string => JSON.stringify(rest)
  return without(one) === without(other)
}
