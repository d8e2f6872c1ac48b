/** One analysis, in the calling thread. */
import { analyzeRecording } from '../analysis/analyze_recording.ts'
import { analyzeShard } from '../analysis/shards/analyze_shard.ts'
import { reduceShards } from '../analysis/shards/reduce_shards.ts'
import { KeptCode } from '../analysis/symbols/kept_code.ts'
import { KeptLoops } from '../analysis/waiting/kept_loops.ts'
import { debuginfodOf } from '../symbols/debuginfod.ts'
import { loadSymbolsAddon } from '../symbols/symbols_addon.ts'
import type { AnalysisHooks, AnalysisRequest } from './finishing/analysis.ts'

export async function runAnalysis(request: AnalysisRequest, { signal, onProgress }: Pick<AnalysisHooks, 'signal' | 'onProgress'>): Promise<void> {
  const hooks = { onProgress, ...(signal === null ? {} : { signal }) }
  if (request.type === 'shard') return analyzeShard(request.directory, request.shard, hooks)
  const { directory, output, counting, reduce } = request
  const analyze = reduce ? reduceShards : analyzeRecording
  await analyze(directory, output, {
    ...hooks,
    symbols: loadSymbolsAddon(),
    keptLoops: new KeptLoops(),
    keptCode: new KeptCode(),
    debuginfod: debuginfodOf(process.env),
    ...(counting === null ? {} : { counting }),
  })
}

/** @throws Failure where they cannot be loaded */
export function prepareSymbols(): void {
  loadSymbolsAddon()
}
