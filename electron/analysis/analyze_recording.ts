/** From a raw recording to a profile file: merge, symbolise, build the tree, judge, write. */
import type { Debuginfod } from '../symbols/debuginfod.ts'
import { leafText } from '../../shared/profile/frames.ts'
import type { FunctionCode, ProfileTables } from '../../shared/profile/profile.ts'
import { NO_TIMELINE } from '../../shared/profile/timeline.ts'
import { RpcError, type CancelSignal } from '../../shared/rpc/contract.ts'
import { writeProfile } from '../profile/write_profile.ts'
import { buildTree } from './build_tree.ts'
import { mergeContextTotals } from './merge/context_totals.ts'
import { mergeCpuTimes } from './merge/merge_cpu_times.ts'
import { mergeExecuted } from './merge/merge_executed.ts'
import { DataObjects } from './symbols/data_objects.ts'
import { FoldedCalls } from './symbols/folded_calls.ts'
import type { KeptCode } from './symbols/kept_code.ts'
import { accessMix } from './symbols/access_mix.ts'
import { disassembleInstructions, keepFunctionCode, nameAccessedData, wantedCode } from './symbols/function_code.ts'
import { nameGeneratedCode } from './symbols/generated_code.ts'
import { BOOTSTRAP, computeIntervals } from './weights/intervals.ts'
import { loopCounters, loopNotes } from './symbols/loops.ts'
import { mergeDistanceCounts, mergeObjectDistances } from './weights/distance_counts.ts'
import { mergeContexts } from './merge/merge_contexts.ts'
import type { Merged } from './merged.ts'
import { accessContexts, mergePairs } from './merge/merge_pairs.ts'
import { mergeSpatialValues } from './merge/merge_spatial_values.ts'
import { mergeReuses } from './merge/merge_reuses.ts'
import { mergeTimeline } from './merge/merge_timeline.ts'
import { mergeThreads } from './merge/merge_threads.ts'
import { mergeWatches } from './merge/merge_watches.ts'
import { workOfRegions, workOutsideRegions } from './parallel/region_work.ts'
import { linkedRuntimeNotes } from './notes/linked_runtime_notes.ts'
import { collectNotes } from './notes/notes.ts'
import { describeRegisters } from './values/register_redundancy.ts'
import { readRecordingDirectory, type RecordingDirectory } from './recording_directory.ts'
import { reweighByCounting, type CountingRecording } from './weights/reweigh_profile.ts'
import { describePartial, describeRun } from './run_description.ts'
import { holdChanceBetweenRuns } from './repeated_runs.ts'
import { countInSamples, periodsPerSample } from './weights/sample_scale.ts'
import { sumCounters } from './statistics.ts'
import { nameRegions } from './regions.ts'
import { nameSystemCalls } from './notes/system_calls.ts'
import type { SymbolSource } from './symbols/symbol_source.ts'
import { collectSourceSums } from './symbols/source_sums.ts'
import { NameTables, symbolise } from './symbols/symbolise.ts'
import { RestoredFrames } from './tail_calls/restored_frames.ts'
import { mergeTrace } from './trace/merge_trace.ts'
import { describeValues } from './values/value_tables.ts'
import type { KeptLoops } from './waiting/kept_loops.ts'
import { ownWeights, withWaits } from './waiting/mark_waiting.ts'
import { withWaitingPairs } from './waiting/waiting_pairs.ts'
import { waitingRows } from './waiting/waiting_rows.ts'

const NANOSECONDS_PER_SECOND = 1e9

export interface AnalysisOptions {
  /** Share done, 0..1. */
  onProgress?: (share: number) => void
  signal?: CancelSignal
  /** null: everything is shown as module + offset. */
  symbols: SymbolSource | null
  /** Servers to ask for missing debug information; absent: none. */
  debuginfod?: Debuginfod | null
  /** A counting run to reweight the profile with; absent: weights stay as sampled. */
  counting?: CountingRecording
  /** Skips reading the code of functions: only a profile file needs it. */
  withoutCode?: boolean
  /** Results for modules analysed before, which the caller keeps afterwards; absent: everything is computed. */
  keptLoops?: KeptLoops
  keptCode?: KeptCode
}

/** What a profile file is written from. */
export interface AnalysedProfile {
  profile: ProfileTables
  code: FunctionCode[]
}

/**
 * Analyses a recording directory and writes the profile file.
 * @throws RpcError bad-file (no readable recording), cancelled, unable (drivers or units differ between processes, or there is nothing to reweigh);
 * file-system errors of writing
 */
export async function analyzeRecording(directory: string, outputPath: string, options: AnalysisOptions): Promise<AnalysedProfile> {
  return analyzeAndWrite(readRecordingDirectory(directory), outputPath, options)
}

/** @param merge of its contexts. @throws as analyzeRecording does */
export async function analyzeAndWrite(
  recording: RecordingDirectory,
  outputPath: string,
  options: AnalysisOptions,
  merge?: () => Promise<Merged>,
): Promise<AnalysedProfile> {
  const made = await analyzeInMemory(recording, options, merge)
  await step(options, 0.9)
  writeProfile(outputPath, made.profile, made.code)
  options.onProgress?.(1)
  return made
}

export async function analyzeInMemory(
  recording: RecordingDirectory,
  options: AnalysisOptions,
  merge = (): Promise<Merged> => mergeContexts(recording.processes),
): Promise<AnalysedProfile> {
  const { processes } = recording
  requireOneUnit(recording)
  await step(options, 0.1)
  const merged = await merge()
  await step(options, 0.2)
  const generated = nameGeneratedCode(processes, recording.launchers, merged.locations)
  const placeNames = new Map([...generated.names, ...nameSystemCalls(merged), ...nameRegions(merged)])
  const names = new NameTables()
  const { frames, loops, loopStatistics, modules, opened } = await symbolise(
    merged.modules,
    merged.locations,
    placeNames,
    names,
    options.symbols,
    recording.vdsoPath,
    (share) => step(options, 0.2 + 0.4 * share),
    options.debuginfod ?? null,
  )
  try {
    const folded = new FoldedCalls({ locations: merged.locations, frames, names, opened })
    const restored = new RestoredFrames({ modules: merged.modules, locations: merged.locations, opened, names })
    const tree = buildTree(merged, accessContexts(processes, merged), folded, restored, loops, names)
    await step(options, 0.7)
    const starts = recording.starts
    const files = [...names.files]
    const objects = new DataObjects(processes, merged, opened, tree.instructionNode, (node) =>
      leafText({ nodes: tree.nodes, functions: names.functions, files }, node),
    )
    const foundPairs = mergePairs(processes, merged, tree, objects, starts)
    const { watches, ends } = mergeWatches(processes, merged, tree.instructionNode)
    const spent = { cpuTimes: mergeCpuTimes(processes, merged, tree.instructionNode), executed: mergeExecuted(processes, merged, tree.instructionNode) }
    const waits = waitingRows(
      { nodes: tree.nodes, functions: names.functions, modules, files: names.files },
      opened,
      ownWeights(tree.nodes.length, { ...spent, pairs: foundPairs.pairs }),
      options.keptLoops ?? null,
    )
    const mergedPairs = withWaitingPairs(foundPairs, waits)
    const { pairs, traps } = mergedPairs
    const totals = mergeContextTotals(processes, merged, { instructionNode: tree.instructionNode, waits }, objects.list)
    countInSamples({ pairs, traps, watches, ends }, periodsPerSample(processes))
    await step(options, 0.8)
    const instructions = disassembleInstructions(tree.instructions, opened)
    const values = describeValues(processes, merged, frames, instructions, opened)
    const wanted = [...wantedCode({ pairs, nodes: tree.nodes, valueTables: values.valueTables })]
    const code = options.withoutCode ? [] : keepFunctionCode(wanted, instructions, opened, names, options.keptCode ?? null)
    const accessedData = nameAccessedData(
      wanted,
      instructions,
      opened,
      code,
      names.files,
      modules.map(({ path }) => path),
    )
    const counters = [...sumCounters(processes), ...loopCounters(loopStatistics)]
    const intervals = options.counting ? [] : computeIntervals({ pairs, watches, counters }, traps, ends)
    holdChanceBetweenRuns(recording, pairs, mergedPairs.pairRows, intervals)
    const run = { ...describeRun(recording, mergedPairs), tellsWaiting: true as const, ...describeRegisters(processes, merged.accesses) }
    const { threads, threadShares, threadRows } = mergeThreads(processes, merged, mergedPairs, totals, recording.ranks)
    const counted = {
      byThread: merged.accesses.executedByThread,
      instructionNode: tree.instructionNode,
      tree: { nodes: tree.nodes, functions: names.functions },
      waits,
      threadRows,
      threads,
    }
    const [regionWork, outside] = [workOfRegions(counted), workOutsideRegions(counted)]
    const isTimed = run.distanceUnit === 'cpu-time'
    const mix = isTimed ? accessMix({ cpuTimes: spent.cpuTimes, nodes: tree.nodes, instructions, code }, opened, options.keptCode ?? null) : undefined
    const profile: ProfileTables = {
      run: {
        ...run,
        ...(regionWork === undefined ? {} : { regionWork }),
        ...(outside === undefined ? {} : { workOutsideRegions: outside }),
        ...(mix === undefined ? {} : { accessMix: mix }),
      },
      partial: describePartial(run, processes),
      notes: [
        ...collectNotes({
          recording,
          run,
          counters,
          merged,
          generated: { ...generated, names: placeNames },
          modules,
          pairs,
          lostScopes: mergedPairs.lostScopes,
          shortfall: totals.shortfall,
        }),
        ...(run.engine === 'exhaustive' ? [] : linkedRuntimeNotes(names.functions, modules)),
        ...loopNotes(loopStatistics),
      ],
      counters,
      threads,
      threadShares,
      intervals,
      bootstrap: BOOTSTRAP,
      modules,
      files: names.files,
      sourceSums: collectSourceSums(opened, names),
      functions: names.functions,
      instructions,
      accessedData,
      objects: objects.list,
      nodes: tree.nodes,
      pairs,
      watches,
      cpuTimes: withWaits(spent.cpuTimes, waits),
      executed: withWaits(spent.executed, waits),
      ...mergeReuses(processes, merged, tree.instructionNode, mergedPairs, watches, objects, starts),
      contextTotals: totals.contextTotals,
      spatialValues: mergeSpatialValues(processes, merged, tree.instructionNode, objects),
      distanceCounts: mergeDistanceCounts(processes, mergedPairs.exactPairRows),
      objectDistances: mergeObjectDistances(processes, objects),
      ...values,
      ...NO_TIMELINE,
      ...mergeTrace({
        processes,
        merged,
        instructionNode: tree.instructionNode,
        threadRows,
        threads: threads.length,
        starts,
        duration: run.duration * NANOSECONDS_PER_SECOND,
      }),
    }
    const weighted = options.counting ? reweighByCounting(profile, traps, ends, options.counting) : profile
    return { profile: { ...weighted, ...mergeTimeline(processes, weighted.pairs, traps, run.duration * NANOSECONDS_PER_SECOND) }, code }
  } finally {
    for (const module of opened) module?.close()
  }
}

/** @throws RpcError unable: counts in different units cannot be added */
function requireOneUnit({ path, processes }: RecordingDirectory): void {
  if (new Set(processes.map((process) => process.header.driver)).size > 1) {
    throw new RpcError('unable', `${path} mixes processes driven by accesses and by CPU time, which cannot be summed; analyse them apart`)
  }
  const reuse = processes.filter((process) => process.header.distanceUnit !== null)
  if (new Set(reuse.map((process) => `${process.header.distanceUnit} ${process.header.granularity}`)).size > 1) {
    throw new RpcError('unable', `${path} mixes processes whose reuse distances have different units or granularities; analyse them apart`)
  }
}

/** Reports progress and lets the thread take messages, so that a cancel can arrive. */
async function step(options: AnalysisOptions, share: number): Promise<void> {
  options.onProgress?.(share)
  await new Promise((resolve) => setImmediate(resolve))
  if (options.signal?.aborted) throw new RpcError('cancelled', 'Analysis was cancelled; the raw recording is still there')
}
