/** Hosts of windows (`hagstone serve`), each with a home of its own. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativeDirectories } from '../../electron/paths.ts'
import { commandLine } from './hagstone.ts'
import { stateOf } from './recorded_samples.ts'

export interface Host {
  /** Opens the windows in one browser, once. */
  address: string
  /** Home, working and configuration directory of this host; removed with it. */
  home: string
  /** Resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Of hosts that have ended. What a browser has compiled or kept of the windows is of use on the same port only. */
const freePorts: string[] = []

export class ServeHost implements Host {
  address: string
  readonly home: string
  readonly #ended: Promise<unknown>
  readonly #server: ChildProcess
  readonly #profiles: string[]
  /** The home's content before any window was open. */
  readonly #atFirst: string

  /** `profiles`: as `serve` takes them; `recordings`: where its person recorded samples. */
  static async start(profiles: string[], recordings: string): Promise<ServeHost> {
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    // The host belongs to the person who recorded the samples, so their sources are shown without a question.
    if (existsSync(stateOf(recordings))) cpSync(stateOf(recordings), stateOf(home), { recursive: true })
    // None of them was opened here.
    rmSync(join(stateOf(home), 'hagstone', listOfOpened), { force: true })
    const { PATH = '', LANG = 'C.UTF-8' } = process.env
    const port = freePorts.pop()
    const command = [commandLine[1], 'serve', ...profiles, '--allow-launch', '--no-open', '--port', port ?? '0', '--until-input-ends']
    const server = spawn(commandLine[0], command, {
      cwd: home,
      env: {
        PATH,
        LANG,
        HAGSTONE_NATIVE_DIRECTORY: nativeDirectories()[0] ?? '',
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'data'),
        XDG_STATE_HOME: stateOf(home),
        XDG_CACHE_HOME: join(home, 'cache'),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    try {
      return new ServeHost(await addressOf(server), home, server, profiles)
    } catch (error) {
      rmSync(home, { recursive: true, force: true })
      // Another program may have taken the port.
      if (port === undefined) throw error
      return ServeHost.start(profiles, recordings)
    }
  }

  private constructor(address: string, home: string, server: ChildProcess, profiles: string[]) {
    this.#profiles = profiles
    this.address = address
    this.home = home
    this.#server = server
    this.#ended = new Promise((done) => server.once('exit', done))
    this.#atFirst = contentOf(home)
  }

  /** Does what Enter does in the terminal of `serve`. */
  async renewAddress(): Promise<void> {
    const next = addressOf(this.#server)
    this.#server.stdin?.write('\n')
    this.address = await next
  }

  /** It runs, and what windows did on it left nothing that the next one could find. */
  isAsAtFirst(): boolean {
    const runs = this.#server.exitCode === null && this.#server.signalCode === null
    return runs && contentOf(this.home) === this.#atFirst && openedProfiles(this.home).every((path) => this.#profiles.includes(path))
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    this.#server.kill(signal)
    await this.#ended
  }

  async end(): Promise<void> {
    await this.kill('SIGTERM')
    freePorts.push(new URL(this.address).port)
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** Most successive tests alternate between no more than this many. Each takes about 150 MB. */
const mostHosts = 3

/** One host for the tests with the same profiles, as long as none of them leaves anything behind. */
export class ServeHosts {
  readonly #recordings: string
  /** By the words of `serve`; the one that was used last is the last. */
  readonly #kept = new Map<string, ServeHost>()

  constructor(recordings: string) {
    this.#recordings = recordings
  }

  /** @param profiles as `serve` takes them */
  async with(...profiles: string[]): Promise<ServeHost> {
    const key = profiles.join('\0')
    const host = await this.#unchanged(key, profiles)
    this.#kept.delete(key)
    this.#kept.set(key, host)
    for (const longUnused of Array.from(this.#kept.keys()).slice(0, -mostHosts)) await this.#endHost(longUnused)
    return host
  }

  async #unchanged(key: string, profiles: string[]): Promise<ServeHost> {
    const kept = this.#kept.get(key)
    if (kept?.isAsAtFirst() === true) {
      await kept.renewAddress()
      return kept
    }
    await this.#endHost(key)
    return ServeHost.start(profiles, this.#recordings)
  }

  async #endHost(key: string): Promise<void> {
    const host = this.#kept.get(key)
    this.#kept.delete(key)
    await host?.end()
  }

  async end(): Promise<void> {
    for (const key of this.#kept.keys()) await this.#endHost(key)
  }
}

const listOfOpened = 'recent-runs.json'

function openedProfiles(home: string): string[] {
  const file = join(stateOf(home), 'hagstone', listOfOpened)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Array<{ path: string }>).map(({ path }) => path) : []
}

/** All files below a directory with their bytes, but for the list of opened profiles. */
function contentOf(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory() && entry.name !== listOfOpened)
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return JSON.stringify(paths.map((path) => [path, readFileSync(path, 'base64')]))
}

async function addressOf(process: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolveAddress, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (address === undefined) return
      for (const stream of [process.stdout, process.stderr]) stream?.off('data', read)
      process.off('exit', ended)
      resolveAddress(address)
    }
    const ended = (status: number | null): void => reject(new Error(`hagstone serve ended with ${status}: ${said}`))
    for (const stream of [process.stdout, process.stderr]) stream?.on('data', read)
    process.once('exit', ended)
  })
}
