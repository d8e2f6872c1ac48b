/** Cost of a very large profile's findings. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../markdown.ts'
import { benchDirectory, compile, cost, root, run, type Cost } from '../tools.ts'

const contexts = 4_000_000
const pairs = 2_000_000

export function findingsSection(): string {
  const path = join(benchDirectory, 'findings.hagstone')
  mkdirSync(benchDirectory, { recursive: true })
  const module = JSON.stringify(join(import.meta.dirname, '../made_up/large_profile.ts'))
  run([
    process.execPath,
    '--input-type=module',
    '-e',
    `const { writeLargeProfile } = await import(${module}); writeLargeProfile(${JSON.stringify(path)}, ${contexts}, ${pairs}, '/home/user/large', true)`,
  ])
  const measure = compile('measure')
  const cache = join(benchDirectory, 'findings-cache')
  rmSync(cache, { recursive: true, force: true })
  const before = process.env['XDG_CACHE_HOME']
  process.env['XDG_CACHE_HOME'] = cache
  const command = (...words: string[]): Cost => cost(measure, [process.execPath, `${root}/build/electron/cli.mjs`, ...words], null)
  const output = ['--replace', '--output', join(benchDirectory, 'findings.export')]
  const asked: Array<[string, string[]]> = [
    ['`report --top 10`', ['report', '--top', '10', path]],
    ['`export --to sarif`', ['export', path, '--to', 'sarif', ...output]],
    ['`export --to json --top 100`', ['export', path, '--to', 'json', '--top', '100', ...output]],
  ]
  const rows = asked.flatMap(([name, words]) => {
    const [first, again] = [command(...words), command(...words)]
    const row = (title: string, { cpu, peakKiB }: Cost): string[] => [
      title,
      `${cpu.toFixed(2)} s`,
      `${(peakKiB / 1024).toFixed(0)} MiB`,
      `${(cpu / first.cpu).toFixed(3)}`,
    ]
    return [row(name, first), row('the same again', again)]
  })
  if (before === undefined) delete process.env['XDG_CACHE_HOME']
  else process.env['XDG_CACHE_HOME'] = before
  for (const left of [path, cache, join(benchDirectory, 'findings.export')]) rmSync(left, { recursive: true, force: true })
  return `## Findings of millions of pairs

Of a made-up profile of ${contexts.toLocaleString('en')} contexts and ${pairs.toLocaleString('en')} pairs of the program's own code, nearly each in a place of its own; nothing of it was kept before the first one.

${table(['command', 'processor time', 'memory at most', 'of the first time'], rows)}`
}
