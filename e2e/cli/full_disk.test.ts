/** A disk that fills while a program is recorded ends the recording, not the program. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../../shared/report.ts'
import { commandLine, hagstone } from '../hagstone.ts'
import { sampleProgram } from '../samples.ts'
import { temporaryDirectory } from './directory.ts'

const path = temporaryDirectory()
/** Room for the start of every part of a recording and some hundred traps. */
const diskSize = '96k'
/** Mounts in a namespace of its own, so that the small disk goes away with its last process. */
const unshare = ['unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])] as const

function canMount(): boolean {
  try {
    execFileSync(unshare[0], [...unshare.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', path('')], { stdio: 'ignore' })
    return true
  } catch (error) {
    if (error instanceof Error && 'status' in error) return false
    throw error
  }
}

test('the program ends as it does alone; what was recorded is kept and becomes a profile elsewhere', async (context) => {
  if (!canMount()) context.skip('this user may not mount a small disk')
  const program = [sampleProgram('rezeroed_array'), '60000']
  const plain = execFileSync(program[0] ?? '', program.slice(1), { encoding: 'utf8' })
  const disk = path('disk')
  mkdirSync(disk)
  const profile = path('elsewhere.hagstone')
  const script = `
    mount -t tmpfs -o size=$SIZE tmpfs "$DISK" || exit 99
    "$NODE" "$ENTRY" record --rate 10000 --max-overhead 0 --tool dead-stores --output "$DISK/full.hagstone" -- "$@"
    status=$?
    "$NODE" "$ENTRY" analyze "$DISK/full.hagstone-recording" --output "$PROFILE" >&2 || exit 98
    exit "$status"`
  const [node, entry] = commandLine
  const result = await promisify(execFile)(unshare[0], [...unshare.slice(1), 'sh', '-c', script, 'sh', ...program], {
    env: { ...process.env, SIZE: diskSize, DISK: disk, NODE: node, ENTRY: entry, PROFILE: profile },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error)

  expect(result.stdout).toBe(plain)
  // Hagstone's own failure: there was no room for the profile.
  expect(result, result.stderr).toMatchObject({ code: 125 })
  expect(result.stderr).toMatch(/it is kept; try again, or to another place, with hagstone analyze \S+full\.hagstone-recording/)

  const { status, stdout, stderr } = await hagstone(['report', profile, '--json'])
  expect(status, stderr).toBe(0)
  const report = JSON.parse(stdout) as Report
  expect(report.run.exit.state).toBe('out-of-space')
  expect(report.notes[0]).toMatch(/^The disk was full after .* everything up to then is here\.$/)
  expect(report.stats.traps).toBeGreaterThan(100)
})
