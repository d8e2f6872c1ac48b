/** Nothing can be kept in the state directory: everything works, and one line names the forgotten state. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { commandLine } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()
/** Mounts in a namespace of its own, which goes away with its last process. */
const unshare = ['unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]
const [node, entry] = commandLine

interface Place {
  name: string
  prepare: string
  error: string
}
const places: Place[] = [
  { name: 'on a read-only file system', prepare: 'mount -t tmpfs -o ro tmpfs "$STATE"', error: 'EROFS' },
  { name: 'on a full disk', prepare: 'mount -t tmpfs -o nr_inodes=2 tmpfs "$STATE" && touch "$STATE/full"', error: 'ENOSPC' },
  { name: 'below a file', prepare: 'touch "$STATE/file" && STATE="$STATE/file"', error: 'ENOTDIR' },
]

const program = [sampleProgram('rezeroed_array'), '1000']
let canMount = true
beforeAll(() => {
  try {
    execFileSync(unshare[0]!, [...unshare.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', path('.')], { stdio: 'ignore' })
  } catch {
    canMount = false
  }
})

interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs hagstone there; a host is ended once it has said all that it says at its start. */
async function runThere(place: Place, words: string[]): Promise<Ended> {
  const state = path(place.error)
  if (!existsSync(state)) mkdirSync(state)
  const child = spawn(
    unshare[0]!,
    [...unshare.slice(1), 'sh', '-c', `${place.prepare} || exit 99; XDG_STATE_HOME="$STATE" exec "$@"`, 'sh', node, entry, ...words],
    {
      env: { ...process.env, STATE: state, XDG_RUNTIME_DIR: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const lines = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    createInterface({ input: child[stream] }).on('line', (line) => {
      lines[stream] += `${line}\n`
      // Two streams: either may be read first.
      if (words[0] === 'serve' && lines.stdout !== '' && lines.stderr.includes('The address opens in one browser')) child.kill('SIGTERM')
    })
  }
  const status = await new Promise<number | null>((resolve) => void child.on('close', resolve))
  return { status, ...lines }
}

test.for(places)('$name', async (place, context) => {
  needSampling()
  if (!canMount) context.skip('this user may not mount a file system')
  const profile = path(`${place.error}.hagstone`)
  const recorded = await runThere(place, ['record', '--tool', 'dead-stores', '--output', profile, '--', ...program])
  expect(recorded.status, recorded.stderr).toBe(0)
  expect(recorded.stderr.match(/cannot be .*/g)).toEqual([
    `cannot be written (${place.error}); sources are only shown after you confirm. Set XDG_STATE_HOME to a directory that you can write to.`,
  ])

  const reported = await runThere(place, ['report', profile])
  // Its sources are only shown after a confirmation.
  expect([reported.status, reported.stderr]).toEqual([
    0,
    expect.stringMatching(/^hagstone: Findings have no source lines[^\n]*: nothing says that you recorded [^\n]*\n$/),
  ])
  expect(reported.stdout).toContain('dead-stores: ')

  const doctor = await runThere(place, ['doctor'])
  expect([0, 3], doctor.stderr).toContain(doctor.status)
  expect(doctor.stdout + doctor.stderr).not.toMatch(/^ {4}at /m)

  const served = await runThere(place, ['serve', '--no-open', profile])
  expect(served.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=/)
  expect(served.stderr).toMatch(
    new RegExp(
      `^hagstone: hagstone serve --address will not find this host \\(\\S+ cannot be made \\(${place.error}\\); set XDG_STATE_HOME to a directory that you can write to\\)\\.$`,
      'm',
    ),
  )
  expect(served.stderr).toMatch(/The address opens in one browser, within an hour\.$/m)
})

test('that its user may not write to', async (context) => {
  if (process.getuid?.() === 0) context.skip('root may write to every directory')
  mkdirSync(path('closed'), { mode: 0o500 })
  const { status, stderr } = await runThere({ name: '', prepare: 'true', error: 'closed' }, [
    'record',
    '--tool',
    'dead-stores',
    '--output',
    path('closed.hagstone'),
    '--',
    ...program,
  ])
  expect([status, stderr]).toEqual([0, expect.stringContaining('cannot be written (EACCES)')])
})
