/** Facts about a program's modules that the engine and its user need before it runs; kept by build id. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../failure.ts'
import type { ModuleSymbols, ProcessorNeeds, SymbolsAddon } from '../../symbols/symbols_addon.ts'
import { readBuildId } from './build_id.ts'
import { keep, keptEarlier, type KeptKind } from './kept_examinations.ts'
import { loopLines, loopsFileStart, moduleLine } from './loops_file.ts'
import { choosesByItself } from './processor_needs.ts'
import type { ModuleNeeds } from './processor_needs.ts'

export interface ExaminedModules {
  /** In the order of the paths; without the skipped modules. */
  needs: ModuleNeeds[]
  /** Text of the loops file; null unless requested. */
  loops: string | null
  /** One line for each module that could not be read. */
  problems: string[]
}

const known = z.object({
  avx512: z.array(z.string()),
  avx512Count: z.number().int().nonnegative(),
  selectedCount: z.number().int().nonnegative(),
  asksProcessor: z.boolean(),
})

/** Results of earlier examinations, without opening a module's symbols; null unless all modules have one. */
export function keptExamination(paths: readonly string[], withLoops: boolean): ExaminedModules | null {
  const result: ExaminedModules = { needs: [], loops: withLoops ? loopsFileStart : null, problems: [] }
  for (const path of paths) {
    const asked = !choosesByItself(path)
    if (!asked && !withLoops) continue
    const buildId = readBuildId(path)
    if (buildId === null) return null
    const needs = asked ? keptEarlier(buildId, 'needs') : ''
    const loops = withLoops ? keptEarlier(buildId, 'loops') : ''
    if (needs === null || loops === null) return null
    if (asked) result.needs.push({ path, needs: known.parse(JSON.parse(needs)) })
    addLoops(result, buildId, path, () => loops)
  }
  return result
}

/**
 * @param paths the program first, then the libraries that it needs
 * @param onProgress the finished share of the modules' bytes, and the next step
 */
export function examineModules(
  addon: SymbolsAddon,
  paths: string[],
  { withLoops, onProgress }: { withLoops: boolean; onProgress(share: number, what: string): void },
): ExaminedModules {
  const result: ExaminedModules = { needs: [], loops: withLoops ? loopsFileStart : null, problems: [] }
  const sizes = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  const total = Math.max(
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  let done = 0
  paths.forEach((path, index) => {
    onProgress(done / total, `${withLoops ? 'finding loops' : 'looking for AVX-512'} in ${basename(path)}`)
    done += sizes[index] ?? 0
    try {
      examineModule(addon, path, result)
    } catch (error) {
      result.problems.push(`The loops of ${path} are unknown: ${messageOf(error)}`)
    }
  })
  return result
}

function examineModule(addon: SymbolsAddon, path: string, result: ExaminedModules): void {
  const module = addon.openModule(path)
  try {
    if (!choosesByItself(path)) result.needs.push({ path, needs: needsOf(module) })
    addLoops(result, module.buildId, path, () => kept(module, 'loops', () => loopLines(module.loopTable())))
  } finally {
    module.close()
  }
}

function addLoops(result: ExaminedModules, buildId: string, path: string, lines: () => string): void {
  if (result.loops === null) return
  const line = moduleLine(buildId, path)
  if (line !== '') result.loops += line + lines()
}

function needsOf(module: ModuleSymbols): ProcessorNeeds {
  const text = kept(module, 'needs', () => JSON.stringify(module.processorNeeds()))
  return known.parse(JSON.parse(text))
}

/** The result of an earlier examination of a module with this build id, or of `find` now. */
function kept({ buildId }: ModuleSymbols, kind: KeptKind, find: () => string): string {
  const earlier = buildId === '' ? null : keptEarlier(buildId, kind)
  if (earlier !== null) return earlier
  const text = find()
  if (buildId !== '') keep(buildId, kind, text)
  return text
}
