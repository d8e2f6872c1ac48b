/** What the engine and its user should know of a program's modules before it runs; kept by build id. */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { makeDirectories } from '../../directories.ts'
import { messageOf, systemErrorCode } from '../../failure.ts'
import type { ModuleSymbols, ProcessorNeeds, SymbolsAddon } from '../../symbols/symbols_addon.ts'
import { loopLines, loopsFileStart, moduleLine } from './loops_file.ts'
import { choosesByItself } from './processor_needs.ts'
import type { ModuleNeeds } from './processor_needs.ts'

export interface ExaminedModules {
  /** In the order of the paths; without the modules that are not asked about. */
  needs: ModuleNeeds[]
  /** Text of the loops file; null unless it was asked for. */
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
/** Changes with what is kept of a module or how it is found. */
const cacheVersion = 2

/**
 * @param paths the program first, then the libraries that it needs
 * @param onProgress share of the modules' bytes that are done, and what comes next
 */
export function examineModules(addon: SymbolsAddon, paths: string[], { withLoops, onProgress }: { withLoops: boolean; onProgress(share: number, what: string): void }): ExaminedModules {
  const result: ExaminedModules = { needs: [], loops: withLoops ? loopsFileStart : null, problems: [] }
  const sizes = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  const total = Math.max(1, sizes.reduce((sum, size) => sum + size, 0))
  let done = 0
  paths.forEach((path, index) => {
    onProgress(done / total, `${withLoops ? 'finding loops' : 'looking for AVX-512'} in ${basename(path)}`)
    done += sizes[index] ?? 0
    try {
      examineModule(addon, path, result)
    } catch (error) {
      result.problems.push(`The loops of ${path} are not known: ${messageOf(error)}`)
    }
  })
  return result
}

function examineModule(addon: SymbolsAddon, path: string, result: ExaminedModules): void {
  const module = addon.openModule(path)
  try {
    if (!choosesByItself(path)) result.needs.push({ path, needs: needsOf(module) })
    if (result.loops === null) return
    const line = moduleLine(module.buildId, path)
    if (line !== '') result.loops += line + kept(module, 'loops', () => loopLines(module.loopTable()))
  } finally {
    module.close()
  }
}

function needsOf(module: ModuleSymbols): ProcessorNeeds {
  const text = kept(module, 'needs', () => JSON.stringify(module.processorNeeds()))
  return known.parse(JSON.parse(text))
}

/** What was found in an earlier examination of a module with this build id, or what `find` finds now. */
function kept({ buildId }: ModuleSymbols, kind: 'needs' | 'loops', find: () => string): string {
  if (buildId === '') return find()
  const directory = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'hagstone', `modules-${cacheVersion}`)
  const path = join(directory, `${buildId}.${kind}`)
  const earlier = withChecksum(path)
  if (earlier !== null) return earlier
  const text = find()
  keep(directory, path, text)
  return text
}

/** Null where nothing, or something damaged, is kept. */
function withChecksum(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8')
    const end = text.indexOf('\n')
    const found = text.slice(end + 1)
    return text.slice(0, Math.max(0, end)) === digest(found) ? found : null
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/** A cache that cannot be written costs the next examination time and nothing else. */
function keep(directory: string, path: string, text: string): void {
  const temporary = `${path}.${process.pid}`
  try {
    makeDirectories(directory, 0o700)
    writeFileSync(temporary, `${digest(text)}\n${text}`)
    renameSync(temporary, path)
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    rmSync(temporary, { force: true })
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
