/** A disk that fills while a program is recorded ends the recording, not the program. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../../../shared/report.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { commandLine, hagstone } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()
/** Room for the start of every part of a recording; of samples for some hundred traps. Of so short an exact run nearly all is held back. */
const engines = [
  {
    engine: 'sampler',
    diskSize: '96k',
    options: ['--rate', '10000', '--max-overhead', '0'],
    rounds: '60000',
    leastTraps: 100,
    kept: 'everything until then is recorded',
  },
  {
    engine: 'exhaustive',
    diskSize: '300k',
    options: ['--engine', 'exhaustive'],
    rounds: '100',
    leastTraps: 0,
    kept: 'of the last 2 s before some may be missing',
  },
]
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

test.for(engines)(
  '$engine: the program ends as it does alone; what was recorded is kept and becomes a profile elsewhere',
  async ({ engine, diskSize, options, rounds, leastTraps, kept }, context) => {
    if (engine === 'sampler') needSampling()
    if (!canMount()) context.skip('this user may not mount a small disk')
    if (engine === 'exhaustive' && !exhaustiveEngineIsBuilt) context.skip('the exhaustive engine is not built, for want of Valgrind')
    const program = [sampleProgram('rezeroed_array'), rounds]
    const plain = execFileSync(program[0] ?? '', program.slice(1), { encoding: 'utf8' })
    const disk = path(`disk-${engine}`)
    mkdirSync(disk)
    const profile = path(`elsewhere-${engine}.hagstone`)
    const script = `
    mount -t tmpfs -o size=$SIZE tmpfs "$DISK" || exit 99
    "$NODE" "$ENTRY" record $OPTIONS --tool dead-stores --output "$DISK/full.hagstone" -- "$@"
    status=$?
    "$NODE" "$ENTRY" analyze "$DISK/full.hagstone-recording" --output "$PROFILE" >&2 || exit 98
    exit "$status"`
    const [node, entry] = commandLine
    const result = await promisify(execFile)(unshare[0], [...unshare.slice(1), 'sh', '-c', script, 'sh', ...program], {
      env: { ...process.env, SIZE: diskSize, DISK: disk, NODE: node, ENTRY: entry, PROFILE: profile, OPTIONS: options.join(' ') },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error)

    expect(result.stdout).toBe(plain)
    // Hagstone's own failure: there was no room for the profile.
    expect(result, result.stderr).toMatchObject({ code: 125 })
    expect(result.stderr).toMatch(/it is kept; try again, or to another place, with hagstone analyze \S+full\.hagstone-recording/)

    const { status, stdout, stderr } = await hagstone(['report', profile, '--json'])
    expect(status, stderr).toBe(0)
    const report = JSON.parse(stdout) as Report
    expect(report.run.exit.state).toBe('out-of-space')
    expect(report.notes[0]).toMatch(new RegExp(`^The disk was full after .* ${kept}\\.$`))
    expect(report.stats.traps).toBeGreaterThanOrEqual(leastTraps)
  },
)
