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
}

export class ServeHost implements Host {
  address: string
  readonly home: string
  readonly #ended: Promise<unknown>
  readonly #server: ChildProcess
  readonly #profiles: string[]
  /** What lay in the home before any window was open. */
  readonly #atFirst: string

  /** `profiles`: as `serve` takes them; `recordings`: where its person recorded samples. */
  static async start(profiles: string[], recordings: string): Promise<ServeHost> {
    const home = mkdtempSync(join(tmpdir(), 'hagstone-home-'))
    // The host's person is who recorded the samples: their sources are shown without a question.
    if (existsSync(stateOf(recordings))) cpSync(stateOf(recordings), stateOf(home), { recursive: true })
    const { PATH = '', LANG = 'C.UTF-8' } = process.env
    const command = [commandLine[1], 'serve', ...profiles, '--allow-launch', '--no-open', '--port', '0', '--until-input-ends']
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
    return new ServeHost(await addressOf(server), home, server, profiles)
  }

  private constructor(address: string, home: string, server: ChildProcess, profiles: string[]) {
    this.#profiles = profiles
    this.address = address
    this.home = home
    this.#server = server
    this.#ended = new Promise((done) => server.once('exit', done))
    this.#atFirst = contentOf(home)
  }

  /** As its person does by Enter. */
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

  async end(): Promise<void> {
    this.#server.kill('SIGTERM')
    await this.#ended
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** One host for tests that follow one another with the same profile, as long as none of them leaves anything behind. */
export class ServeHosts {
  readonly #recordings: string
  #kept: { profile: string; host: ServeHost } | null = null

  constructor(recordings: string) {
    this.#recordings = recordings
  }

  async with(profile: string): Promise<ServeHost> {
    if (this.#kept?.profile === profile && this.#kept.host.isAsAtFirst()) {
      await this.#kept.host.renewAddress()
      return this.#kept.host
    }
    await this.end()
    this.#kept = { profile, host: await ServeHost.start([profile], this.#recordings) }
    return this.#kept.host
  }

  async end(): Promise<void> {
    await this.#kept?.host.end()
    this.#kept = null
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
