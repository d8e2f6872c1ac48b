/** A serve host on another machine: started there over ssh on a private socket, which the same connection forwards. */
import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { quoteArguments } from '../../shared/names/command_line.ts'
import { exitStatus, Failure, systemErrorCode } from '../failure.ts'
import { endGroup } from '../services/launch/process_group.ts'
import { readLines } from './bounded_lines.ts'

export interface RemoteRequest {
  /** USER@HOST or any other name that ssh accepts. */
  destination: string
  /** Hagstone's command there. */
  command: string
  /** Paths on that machine. */
  files: string[]
  allowLaunch: boolean
  /** Port here on 127.0.0.1; 0 for a free one. */
  port: number
  /** Further arguments of ssh. */
  sshArguments: string[]
  /** The answerer of ssh's questions: the user at this terminal, or an askpass program, if the desktop has one. */
  questions: 'terminal' | 'askpass'
  /** Ends ssh while it is connecting. */
  signal: AbortSignal
}

export interface RemoteHost {
  /** The address to open here, in one browser: a secret until then. */
  address: string
  /** Another such address. @throws Failure 3 if the host there gives none */
  newAddress(): Promise<string>
  /** Resolves when the connection or the remote host has ended. */
  ended: Promise<void>
  /**
   * Ends the host there and the connection; resolves when both are gone, or ssh alone if the other end does not answer.
   */
  close(): Promise<void>
}

const loopback = '127.0.0.1'
/** Messages of sshd and shells for an unknown command. */
const commandNotFound = 127
const longestLine = 300
/** How long the host there may take to end, in ms. A network that went away takes a quarter of an hour to be noticed. */
const graceAfterEnd = 10_000
/** How long the host there may take to answer, in ms. */
const longestAnswer = 10_000
const forwardedAddress = /^http:\/\/[\w.]+:PORT(\/\?token=[\w-]+)$/

/**
 * Passwords and unknown keys are ssh's own business. The host there ends with the connection, however that ends: it
 * watches its input.
 * @throws Failure 3 if ssh, the machine or hagstone there is not available
 */
export async function startRemoteHost(request: RemoteRequest): Promise<RemoteHost> {
  const { destination, command, files, allowLaunch, sshArguments, questions, signal } = request
  if (destination.startsWith('-')) throw new Failure(exitStatus.wrongUse, `${destination} is no machine; options of ssh come behind --.`)
  const port = request.port === 0 ? await freePort() : request.port
  // Others see its name among the arguments of ssh, but cannot connect: it is private (mode 0600).
  const socket = `/tmp/hagstone-${randomBytes(16).toString('hex')}.socket`
  const remote = [command, 'serve', '--socket', socket, '--until-input-ends', ...(allowLaunch ? ['--allow-launch'] : []), ...files].map(remoteWord).join(' ')
  const ssh = spawn('ssh', ['-o', 'ExitOnForwardFailure=yes', '-L', `${loopback}:${port}:${socket}`, ...sshArguments, '--', destination, remote], {
    // In its own session ssh has no terminal to ask on, which the user might not see.
    detached: questions === 'askpass',
    stdio: ['pipe', 'pipe', questions === 'askpass' ? 'pipe' : 'inherit'],
  }) as ChildProcessByStdio<Writable, Readable, Readable | null>
  const lastWords = lastLine(ssh.stderr)
  // For example a signal that does not arrive: its end is noticed anyway.
  ssh.on('error', () => {})
  // Gone already when the connection breaks.
  ssh.stdin.on('error', () => {})
  const ended = new Promise<number | null>((resolve, reject) => {
    ssh.once('error', reject)
    ssh.once('close', (status) => resolve(status))
  })
  const gone = new Promise<void>((resolve) => ssh.once('exit', () => resolve()))
  const waiting: Array<(path: string) => void> = []
  const answer = new Promise<string>((resolve) => waiting.push(resolve))
  readLines(ssh.stdout, (line) => {
    const found = forwardedAddress.exec(line)
    if (found !== null) waiting.shift()?.(found[1]!)
  })
  const here = (path: string): string => `http://${loopback}:${port}${path}`
  // An askpass program that still asks would stay behind: in its own session ssh leads its group.
  const kill = (): void => void (questions === 'askpass' ? endGroup(ssh) : ssh.kill())
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  const path = await Promise.race([
    answer,
    ended.then(
      (status) => Promise.reject(refused(status, request, lastWords())),
      (error) => Promise.reject(missing(error)),
    ),
  ])
  signal.removeEventListener('abort', kill)
  return {
    address: here(path),
    newAddress() {
      ssh.stdin.write('\n')
      return new Promise((resolve, reject) => {
        const give = (path: string): void => {
          clearTimeout(giveUp)
          resolve(here(path))
        }
        const giveUp = setTimeout(() => {
          waiting.splice(waiting.indexOf(give), 1)
          reject(new Failure(exitStatus.machineUnable, `The host on ${destination} issues no other address; it may be an older version.`))
        }, longestAnswer)
        waiting.push(give)
      })
    },
    ended: ended.then(() => undefined),
    async close() {
      ssh.stdin.end()
      const killing = setTimeout(kill, graceAfterEnd)
      await gone
      clearTimeout(killing)
    },
  }
}

/** The home directory is that of the other machine. */
function remoteWord(word: string): string {
  return word.startsWith('~/') ? `~/${quoteArguments([word.slice(2)])}` : quoteArguments([word])
}

function refused(status: number | null, { destination, command, questions }: RemoteRequest, lastWords: string): Failure {
  const asksHere = questions === 'terminal'
  if (status === commandNotFound)
    return new Failure(
      exitStatus.machineUnable,
      `${destination} has no command ${command}; install hagstone there, or say where it is${asksHere ? ' with --remote-command' : ''}.`,
    )
  const said = asksHere ? 'its message is above.' : lastWords === '' ? 'it said nothing; try it in a terminal.' : `it said: ${lastWords}`
  return new Failure(exitStatus.machineUnable, `ssh to ${destination} ended with ${status ?? 'a signal'} before hagstone answered; ${said}`)
}

/** The last message of ssh and the shell there, without control characters; "" so far. */
function lastLine(output: Readable | null): () => string {
  let last = ''
  if (output !== null) {
    readLines(output, (line) => {
      const words = line.replaceAll(/\p{Cc}/gu, '').trim()
      if (words !== '') last = words.slice(0, longestLine)
    })
  }
  return () => last
}

function missing(error: unknown): Failure {
  return new Failure(exitStatus.machineUnable, `ssh cannot be started (${systemErrorCode(error) ?? String(error)}); install an ssh client.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host: loopback, port: 0 }, () => {
      const address = probe.address()
      probe.close(() => (address === null || typeof address === 'string' ? reject(new Error('the listener has no TCP address')) : resolve(address.port)))
    })
  })
}
