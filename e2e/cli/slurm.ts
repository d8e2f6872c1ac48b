/** Slurm on this machine alone: its daemons from a directory of the test's own, on ports of their own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

const COMMANDS = ['munged', 'slurmctld', 'slurmd', 'srun', 'sbatch', 'sinfo', 'squeue']

/** Words for a test that is skipped; null: all there. */
export function missingForSlurm(): string | null {
  const missing = COMMANDS.filter((command) => spawnSync('which', [command], { env: environment() }).status !== 0)
  return missing.length === 0 ? null : `Slurm is not installed (Debian: slurmctld, slurmd, slurm-client, munge); missing: ${missing.join(', ')}`
}

export interface Cluster {
  /** The environment of commands that talk to it. */
  environment: Record<string, string>
  stop(): Promise<void>
}

/** @param directory empty; its path must be short enough for a socket's */
export async function startCluster(directory: string): Promise<Cluster> {
  const munge = join(directory, 'munge')
  for (const name of [munge, join(directory, 'state'), join(directory, 'spool')]) mkdirSync(name, { mode: 0o700 })
  chmodSync(directory, 0o755)
  writeFileSync(join(munge, 'key'), randomBytes(1024), { mode: 0o400 })
  const configuration = join(directory, 'slurm.conf')
  const user = userInfo().username
  const [controller, daemon] = [await freePort(), await freePort()]
  writeFileSync(
    configuration,
    [
      'ClusterName=hagstone',
      `SlurmctldHost=${hostname()}(127.0.0.1)`,
      `SlurmUser=${user}`,
      `SlurmdUser=${user}`,
      'AuthType=auth/munge',
      `AuthInfo=socket=${munge}/socket`,
      'CredType=cred/munge',
      `StateSaveLocation=${directory}/state`,
      `SlurmdSpoolDir=${directory}/spool`,
      `SlurmctldPidFile=${directory}/slurmctld.pid`,
      `SlurmdPidFile=${directory}/slurmd.pid`,
      `SlurmctldPort=${controller}`,
      `SlurmdPort=${daemon}`,
      'ProctrackType=proctrack/linuxproc',
      'TaskPlugin=task/none',
      'SwitchType=switch/none',
      'ReturnToService=2',
      'SelectType=select/cons_tres',
      'SelectTypeParameters=CR_Core',
      `NodeName=${hostname()} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN`,
      'PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:8',
      '',
    ].join('\n'),
  )
  const env = { ...environment(), SLURM_CONF: configuration }
  const mungeFiles = { socket: 'socket', 'key-file': 'key', 'pid-file': 'pid', 'log-file': 'log', 'seed-file': 'seed' }
  const daemons = [
    new Daemon(env, 'munged', '--foreground', '--force', ...Object.entries(mungeFiles).map(([option, name]) => `--${option}=${munge}/${name}`)),
    new Daemon(env, 'slurmctld', '-D', '-f', configuration),
    new Daemon(env, 'slurmd', '-D', '-f', configuration),
  ]
  const stop = async (): Promise<void> => {
    for (const each of daemons.toReversed()) await each.stop()
  }
  const state = (): string =>
    spawnSync('sinfo', ['--noheader', '--format=%t'], { env, encoding: 'utf8' }).stdout.trim() + daemons.map((each) => each.failure()).join('')
  try {
    await expect.poll(state, { timeout: 600_000, interval: 300 }).toMatch(/^idle$|ended/)
    expect(state()).toBe('idle')
  } catch (error) {
    await stop()
    throw error
  }
  return { environment: env, stop }
}

class Daemon {
  readonly #process: ChildProcess
  readonly #name: string
  #output = ''
  #hasEnded = false

  constructor(env: Record<string, string>, name: string, ...commandArguments: string[]) {
    this.#name = name
    this.#process = spawn(name, commandArguments, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream?.on('data', (text: Buffer) => (this.#output += text.toString()))
    this.#process.once('exit', () => (this.#hasEnded = true))
  }

  /** '' as long as it runs. */
  failure(): string {
    return this.#hasEnded ? `\n${this.#name} ended: ${this.#output}` : ''
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return
    const ended = new Promise((done) => this.#process.once('exit', done))
    this.#process.kill('SIGTERM')
    await ended
  }
}

/** Debian installs daemons only in root's PATH. */
function environment(): Record<string, string> {
  return { ...(process.env as Record<string, string>), PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
