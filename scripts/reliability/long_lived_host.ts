/** One host that serves windows as long as the loop continues: recordings started from a window must not make it grow. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { messageOf } from '../../electron/failure.ts'
import { webSocketPort } from '../../electron/rpc/web_socket_port.ts'
import { openSession, openWebSocket } from '../../electron/serve/session.ts'
import type { WindowSession } from '../../electron/serve/session.ts'
import { commandLine } from '../../e2e/support/hagstone.ts'
import { createClient } from '../../shared/rpc/client.ts'
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { LaunchProgress, LaunchRequest } from '../../shared/rpc/recordings.ts'
import type { Tool } from '../../shared/run.ts'
import { residentBytes } from './conditions.ts'
import { trialMark } from './processes.ts'
import { isExhaustive, oneOf, onlyProfileFindings } from './trial.ts'
import type { Circumstances, Outcome, Trial } from './trial.ts'

/** Recordings after which the host has loaded all that it keeps, and its heap has its usual size between collections. */
const WARM = 24
/** The last of them, which are compared with the first. */
const LAST = 8
/** Growth beyond that which is no finding: garbage that is not yet collected. */
const GROWTH_BYTES = 64 << 20

/** The message of a stop before the sampler loaded. */
const STOPPED_BEFORE_ANYTHING = /was stopped .* before (?:it loaded the sampler|Valgrind ran it), so nothing was recorded/

export interface LongLivedHost {
  trial: Trial
  /** Ends the host. @returns its faults over all its recordings, and a line for the summary */
  end(): Promise<{ findings: string[]; summary: string }>
}

interface Size {
  bytes: number
  descriptors: number
}

/** @param state directory of the host's state */
export function longLivedHost(state: string): LongLivedHost {
  let host: { process: ChildProcess; session: WindowSession } | null = null
  const sizes: Size[] = []
  let stderr = ''

  async function started(): Promise<{ process: ChildProcess; session: WindowSession }> {
    const [node, entry] = commandLine
    const child = spawn(node, [entry, 'serve', '--no-open', '--allow-launch', '--until-input-ends'], {
      env: { ...process.env, XDG_STATE_HOME: state },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const address = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once('line', resolve)
      child.once('exit', (status) => reject(new Error(`hagstone serve ended with ${status}: ${stderr}`)))
    })
    return { process: child, session: await openSession(address) }
  }

  async function run({ name, directory, programs, random }: Circumstances): Promise<Outcome> {
    host ??= await started()
    const { process: child, session } = host
    const window = await connect(session)
    try {
      const exhaustive = isExhaustive({ random, programs })
      const program = oneOf(random, exhaustive ? programs.exhaustive : programs.sampled)
      const output = join(directory, 'p.hagstone')
      const tools = oneOf<Tool[]>(random, [['dead-stores', 'silent-stores', 'redundant-loads'], ['reuse-distance']])
      const stopEarly = oneOf(random, [false, false, true])
      const last = await recorded(
        window.client,
        {
          program: program.command[0]!,
          arguments: program.command.slice(1),
          workingDirectory: directory,
          environment: { [trialMark]: name },
          tools,
          rate: 100,
          output,
          engine: exhaustive ? 'exhaustive' : 'software',
        },
        stopEarly,
      )
      if (stopEarly && STOPPED_BEFORE_ANYTHING.test(last.error ?? '')) return { ended: 'stopped before anything was recorded', findings: [] }
      if (last.state !== 'finished') return { ended: last.state, findings: [`the recording ${last.state}: ${last.error}`] }
      await looked(window.client, output)
      sizes.push({ bytes: residentBytes(child.pid!), descriptors: readdirSync(`/proc/${child.pid}/fd`).length })
      return { ended: 'a profile', findings: onlyProfileFindings(directory, 'p.hagstone') }
    } catch (error) {
      return { ended: 'a failure', findings: [`${messageOf(error)}${child.exitCode === null ? '' : ` (the host ended with ${child.exitCode})`}`] }
    } finally {
      window.close()
    }
  }

  return {
    trial: {
      name: 'long-lived-host',
      what: 'a recording started from a window, stopped early in a third of the cases, of one host for all of them',
      missing: null,
      run,
    },
    async end() {
      if (host === null) return { findings: [], summary: 'the long-lived host was not used' }
      const { process: child } = host
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.stdin!.end()
      const status = child.exitCode ?? (await ended)
      return {
        findings: [...growthFindings(sizes), ...(status === 0 ? [] : [`the host ended with ${status}: ${stderr.slice(-300)}`])],
        summary: sizeText(sizes),
      }
    },
  }
}

/** Memory beyond that of a warm host, and descriptors that are never closed. */
export function growthFindings(sizes: Size[]): string[] {
  const warm = sizes[WARM - 1]
  const last = sizes.at(-1)
  if (warm === undefined || last === undefined) return []
  const findings: string[] = []
  // The smallest of the last few: at any one moment there is garbage.
  const bytes = Math.min(...sizes.slice(-LAST).map(({ bytes }) => bytes))
  const usual = Math.max(...sizes.slice(0, WARM).map(({ bytes }) => bytes))
  if (bytes - usual > GROWTH_BYTES)
    findings.push(`the host grew from at most ${mebibytes(usual)} in ${WARM} recordings to ${mebibytes(bytes)} after ${sizes.length}`)
  const descriptors = Math.min(...sizes.slice(-LAST).map(({ descriptors }) => descriptors))
  if (descriptors > warm.descriptors)
    findings.push(`the host had ${warm.descriptors} open files after ${WARM} recordings, ${descriptors} after ${sizes.length}`)
  return findings
}

function sizeText(sizes: Size[]): string {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (first === undefined || last === undefined) return 'the long-lived host recorded nothing'
  return `the long-lived host had ${mebibytes(first.bytes)} and ${first.descriptors} open files after 1 recording, ${mebibytes(last.bytes)} and ${last.descriptors} after ${sizes.length}`
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / (1 << 20))} MiB`
}

async function connect(session: WindowSession): Promise<{ client: RpcClient; close(): void }> {
  const socket = openWebSocket(session)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { client: createClient(webSocketPort(socket)), close: () => socket.close() }
}

/** @param stopEarly ends the program once it runs */
async function recorded(client: RpcClient, request: LaunchRequest, stopEarly: boolean): Promise<LaunchProgress> {
  const ended = new Promise<LaunchProgress>((resolve) => {
    let stopped = false
    client.on('launch.progress', (progress) => {
      if (progress.state === 'finished' || progress.state === 'failed') resolve(progress)
      else if (stopEarly && !stopped && progress.state === 'running') {
        stopped = true
        // It may have ended by itself meanwhile.
        client.call('launch.stop', { recording: progress.recording }).catch(() => {})
      }
    })
  })
  await client.call('launch.start', request)
  return await ended
}

/** A window's requests when a profile is opened. */
async function looked(client: RpcClient, path: string): Promise<void> {
  const { profile, totals } = await client.call('profile.open', { path })
  const tool = Object.keys(totals)[0] as Tool
  for (const kind of ['top-down', 'bottom-up', 'flat'] as const) {
    const { view } = await client.call('tree.create', { profile, kind, tool, sort: { column: 'wasteInclusive', descending: true } })
    await client.call('tree.rows', { view, start: 0, count: 100 })
    await client.call('tree.close', { view })
  }
  await client.call('pairs.rows', {
    profile,
    filter: { wastefulOnly: true, search: '', regularExpression: false, side: 'either' },
    sort: { column: 'waste', descending: true },
    start: 0,
    count: 100,
  })
  await client.call('profile.close', { profile })
}
