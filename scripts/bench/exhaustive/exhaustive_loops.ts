/** The loops of a measured program, found before it runs as `hagstone record --engine exhaustive` finds them. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { examineModules } from '../../../electron/record/exhaustive/module_examination.ts'
import { neededLibraries } from '../../../electron/record/exhaustive/needed_libraries.ts'
import { loadSymbolsAddon } from '../../../electron/symbols/symbols_addon.ts'
import { benchDirectory } from '../tools.ts'

/** Writes the loops file of a command's program and its libraries, and returns its path. */
export async function writeLoops([program = '']: string[]): Promise<string> {
  const executable = execFileSync('which', [program], { encoding: 'utf8' }).trim()
  const paths = [executable, ...(await neededLibraries(executable, {}))]
  const { loops, problems } = examineModules(loadSymbolsAddon(), paths, { withLoops: true, onProgress: () => {} })
  for (const problem of problems) console.error(`bench: ${problem}`)
  const path = join(benchDirectory, `${basename(program)}-loops.txt`)
  writeFileSync(path, loops ?? '')
  return path
}
