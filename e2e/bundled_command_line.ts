/** Before the first test that starts the command line: bundles it anew where its sources have changed (2 s). */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

export default function bundleCommandLine(): void {
  execFileSync(resolve(import.meta.dirname, '../scripts/setup.sh'), ['command-line'], { stdio: 'inherit' })
}
