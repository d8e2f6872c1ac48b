/** Every command in the documents: known to the helps, and run where it can be. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { commandLine, hagstone } from '../support/hagstone.ts'
import { whyNoSampling } from '../support/need_sampling.ts'
import { temporaryDirectory } from './directory.ts'
import { blocksOf, documentedBlocks, documents, isRun, ownCommandLines, unknownIn } from './documents.ts'
import { compiled } from './recorded.ts'

const blocks = documentedBlocks()
const shell = blocks.filter(({ language }) => language === 'sh' || language === 'console')

describe('the documents', () => {
  test('show commands in blocks of a shell', () => {
    for (const { document, line, language, commands } of blocks) {
      if (language === '')
        expect(
          commands.filter((command) => ownCommandLines(command).length > 0),
          `${document}:${line}`,
        ).toEqual([])
    }
    const indented = documents().flatMap(({ document, text }) =>
      text
        .replaceAll(/^```[^]*?^```$/gm, '')
        .split('\n')
        .filter((line) => /^ {4}/.test(line) && ownCommandLines(line).length > 0)
        .map((line) => `${document}: ${line}`),
    )
    expect(indented).toEqual([])
    expect(shell.length).toBeGreaterThan(15)
  })

  test('name commands and options that the helps know', async () => {
    const wrong: string[] = []
    let seen = 0
    for (const { document, line, language, commands } of blocks) {
      if (!['sh', 'console', 'yaml'].includes(language)) continue
      for (const words of commands.flatMap(ownCommandLines)) {
        seen++
        const unknown = await unknownIn(words)
        if (unknown !== '') wrong.push(`${document}:${line}: ${unknown}`)
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(50)
  })
})

describe('the expected prefix', () => {
  test.each([
    ['hagstone record --output a.hagstone -- ./solver --fast', ''],
    ['mpirun -n 4 ./hagstone record --rates 5 -- ./solver', 'record has no option --rates'],
    ['x=$(sbatch --wrap "hagstone analyze --shards 1/2 d")', 'analyze has no option --shards'],
    ['hagstone doctor && hagstone rekord -- true', 'there is no command rekord'],
    ['hagstone export a --to word', '--to takes no word'],
    ['hagstone export a --to', '--to needs a value'],
  ])('%s', async (command, unknown) => {
    const found = await Promise.all(ownCommandLines(command).map(unknownIn))
    expect(found.length).toBeGreaterThan(0)
    expect(found.find((text) => text !== '') ?? '').toBe(unknown)
  })

  test('lines that are not run are those that the marker names', () => {
    const [block] = blocksOf('a.md', '<!-- not run here: --pid, connect -->\n```sh\nhagstone record --pid 1\nhagstone doctor \\\n  --json\n```\n')
    expect(block).toMatchObject({ line: 2, commands: ['hagstone record --pid 1', 'hagstone doctor    --json'] })
    expect(block!.commands.map((command) => isRun(block!, command))).toEqual([false, true])
  })
})

/** A view is there when its address is printed. */
const shim = `#!/bin/sh
[ "$1" = view ] || exec ${commandLine.join(' ')} "$@"
address=$(mktemp -u) && mkfifo "$address"
DISPLAY= WAYLAND_DISPLAY= ${commandLine.join(' ')} "$@" >"$address" &
read -r line <"$address"
kill "$!" && rm "$address"
case $line in http://127.0.0.1:*) ;; *) exit 1 ;; esac
`
const hasMpi = spawnSync('which', ['mpirun']).status === 0
const needsExhaustive = /--engine exhaustive|--calibrate|hagstone validate/

describe.skipIf(whyNoSampling() !== null)('commands of the documents, run in order', () => {
  const path = temporaryDirectory()
  beforeAll(async () => {
    mkdirSync(path('bin'))
    writeFileSync(path('bin/hagstone'), shim)
    chmodSync(path('bin/hagstone'), 0o755)
    compiled('solver', path('.'))
    // Far longer than the documents' recordings, so that none of them wastes more than this one.
    writeFileSync(path('input.dat'), '100000\n')
    const { status, stderr } = await hagstone(['record', '--rate', '500', '--output', path('run.hagstone'), '--', path('solver'), path('input.dat')], {
      env: ownDirectories(),
    })
    expect(status, stderr).toBe(0)
  })

  /** Keeps this out of the lists of the user who runs the tests. */
  const ownDirectories = (): Record<string, string> => ({ XDG_STATE_HOME: path('state'), XDG_CONFIG_HOME: path('config') })

  test.each([...Map.groupBy(shell, ({ document }) => document)])('%s', { timeout: 600_000 }, (document, own) => {
    const directory = path(document.replaceAll(/\W/g, '-'))
    mkdirSync(directory)
    const there = (name: string): string => resolve(directory, name)
    // Links: a copy would be a profile from elsewhere, whose sources are not read.
    for (const name of ['OLD', 'NEW', 'old.hagstone', 'new.hagstone', 'before.hagstone', 'after.hagstone', 'run.hagstone'])
      linkSync(path('run.hagstone'), there(name))
    copyFileSync(resolve(import.meta.dirname, 'programs/solver.c'), there('solver.c'))
    for (const name of ['solver', 'program']) copyFileSync(path('solver'), there(name))
    symlinkSync(path('bin/hagstone'), there('hagstone'))
    writeFileSync(there('input.dat'), '15000\n')
    writeFileSync(there('small.dat'), '20\n')
    const env = {
      ...process.env,
      ...ownDirectories(),
      PATH: `${path('bin')}:${process.env['PATH']}`,
      OMPI_ALLOW_RUN_AS_ROOT: '1',
      OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
      OMPI_MCA_rmaps_base_oversubscribe: '1',
    }
    for (const block of own) {
      for (const command of block.commands) {
        if (!isRun(block, command) || (!hasMpi && /\bmpirun\b/.test(command)) || (!exhaustiveEngineIsBuilt && needsExhaustive.test(command))) continue
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: directory, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
        expect(status, `${document}:${block.line}: ${command}\n${stdout}${stderr}`).toBe(0)
      }
    }
  })
})
