/** What the findings of a very large profile take. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../markdown.ts'
import { benchDirectory, compile, cost, root, run } from '../tools.ts'

const contexts = 4_000_000
const pairs = 2_000_000

export function findingsSection(): string {
  const path = join(benchDirectory, 'findings.hagstone')
  mkdirSync(benchDirectory, { recursive: true })
  const module = JSON.stringify(join(import.meta.dirname, '../large_profile.ts'))
  run([
    process.execPath,
    '--input-type=module',
    '-e',
    `const { writeLargeProfile } = await import(${module}); writeLargeProfile(${JSON.stringify(path)}, ${contexts}, ${pairs}, '/home/user/large', true)`,
  ])
  const { cpu, peakKiB } = cost(compile('measure'), [process.execPath, `${root}/build/electron/cli.mjs`, 'report', '--top', '10', path], null)
  rmSync(path)
  return `## Findings of millions of pairs

\`report --top 10\` of a made-up profile of ${contexts.toLocaleString('en')} contexts and ${pairs.toLocaleString('en')} pairs of the program's own code, nearly each in a place of its own.

${table(['processor time', 'memory at most'], [[`${cpu.toFixed(1)} s`, `${(peakKiB / 1024).toFixed(0)} MiB`]])}`
}
