/** Whether the Electron app can be shown here, and starting it. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Remedy } from '../shared/rpc/host.ts'
import { compareOption } from './main/profile_arguments.ts'
import { installationDirectory } from './paths.ts'
import { remedyText } from './record/machine/obstacle.ts'
import { sandboxProblem } from './sandbox.ts'
import { hasDisplay } from './serve/browser.ts'

/** The program of a desktop package, beside whose resources/app this code lies (scripts/package/after_pack.ts). */
const packagedProgram = join(installationDirectory, '..', '..', 'hagstone-app')

/**
 * The packaged or the downloaded Electron program; null if neither exists. Never downloads, as requiring "electron"
 * would.
 */
export function electronProgram(): string | null {
  if (existsSync(packagedProgram)) return packagedProgram
  const packageDirectory = join(installationDirectory, 'node_modules', 'electron')
  const pathFile = join(packageDirectory, 'path.txt')
  if (!existsSync(pathFile)) return null
  const program = join(packageDirectory, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(program) ? program : null
}

/** Packages for npm have no copy of Electron's installer, and npx would run an unknown one. */
export function electronRemedy(): Remedy {
  return existsSync(join(installationDirectory, 'node_modules', 'electron'))
    ? { remedy: 'install it in the checkout', command: 'npx --no install-electron' }
    : { remedy: 'for windows of their own install the Debian package or the AppImage' }
}

/** Why the app cannot be shown, as one line; null if it can. */
export function desktopObstacle(): string | null {
  if (!hasDisplay()) return 'no display is set'
  if (process.geteuid?.() === 0) return "Chromium's sandbox does not run as root"
  const program = electronProgram()
  if (program === null) return `Electron is not there (${remedyText(electronRemedy())})`
  const sandbox = sandboxProblem(program)
  if (sandbox !== null) return `Chromium's sandbox cannot start: ${sandbox.problem} (${remedyText(sandbox)})`
  if (!existsSync(join(installationDirectory, 'build', 'electron', 'main.mjs'))) return 'the app is not built (npm run build)'
  return null
}

/** Starts the app and resolves when it is closed, to its exit status. */
export function runDesktop({ profiles, comparison }: { profiles: string[]; comparison: { old: string; new: string } | null }): Promise<number> {
  const program = electronProgram()
  if (program === null) throw new Error('there is no Electron program')
  return new Promise((resolve, reject) => {
    const ownCode = program === packagedProgram ? [] : [installationDirectory]
    const app = spawn(program, [...ownCode, ...(comparison === null ? profiles : [comparison.old, `${compareOption}${comparison.new}`])], { stdio: 'inherit' })
    app.once('error', reject)
    app.once('exit', (code) => resolve(code ?? 1))
  })
}
