/** Bundles the command line again before the first test that starts it if its sources have changed (2 s). */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

export default function bundleCommandLine(): void {
  execFileSync(resolve(import.meta.dirname, '../scripts/setup.sh'), ['command-line'], { stdio: 'inherit' })
}
