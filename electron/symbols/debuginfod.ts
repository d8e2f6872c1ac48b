/**
 * Debug information and sources from the servers of $DEBUGINFOD_URLS (debuginfod(8), elfutils), if the user has set it,
 * kept in the cache within bounds. Otherwise no server is asked.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { baseDirectory } from '../base_directory.ts'
import { removeUnused } from '../cache/remove_unused.ts'
import { messageOf, systemErrorCode } from '../failure.ts'

/** ms that a server has to begin its answer, unless $DEBUGINFOD_TIMEOUT (s) says more or less. */
const usualPatience = 10_000
/** ms for all requests before a profile is made or a source is shown: users do not wait longer for names. */
const mostWaiting = 60_000
const largestDebugFile = 2 ** 31
const mostCachedBytes = 2 ** 32
/** ms: an analysis opens each file soon after it was fetched, and keeps it open. */
const inUse = 3_600_000
/** Below each build id; build ids are as long as their makers like. */
const buildIdPattern = /^[0-9a-f]{8,128}$/

export interface DebuginfodLimits {
  patience: number
  waiting: number
  /** Limit for all files in the cache together; the least recently used ones are removed. */
  cachedBytes: number
}

/** The outcome of a request: the file in the cache, or why there is none. */
export type Fetched = { path: string } | { path: null; reason: string }

export class Debuginfod {
  readonly #servers: string[]
  readonly #cache: string
  readonly #limits: DebuginfodLimits
  readonly #silent = new Set<string>()
  #left: number

  /** @param servers addresses, asked in this order @param cache directory */
  constructor(servers: string[], cache: string, limits: Partial<DebuginfodLimits> = {}) {
    this.#servers = servers
    this.#cache = cache
    this.#limits = { patience: usualPatience, waiting: mostWaiting, cachedBytes: mostCachedBytes, ...limits }
    this.#left = this.#limits.waiting
  }

  /** A directory that holds .build-id/xx/….debug, for ModuleSymbols' `debugDirectories`. */
  get directory(): string {
    return this.#cache
  }

  /** The separate debug file of a module. */
  debugFile(buildId: string): Promise<Fetched> {
    if (!buildIdPattern.test(buildId)) return Promise.resolve({ path: null, reason: 'the module has no usable build id' })
    return this.#get(`${buildId}/debuginfo`, join(this.#cache, '.build-id', buildId.slice(0, 2), `${buildId.slice(2)}.debug`), largestDebugFile)
  }

  /** A source file of a module, as its debug information names it. @param most bytes */
  source(buildId: string, file: string, most: number): Promise<Fetched> {
    const path = cachedSource(buildId, file, this.#cache)
    if (path === null) return Promise.resolve({ path: null, reason: 'debuginfod knows sources by their whole path and the build id of a module' })
    const name = file.split('/').map(encodeURIComponent).join('/')
    return this.#get(`${buildId}/source${name}`, path, most)
  }

  async #get(question: string, path: string, most: number): Promise<Fetched> {
    if (markUsed(path)) return { path }
    const reasons: string[] = []
    for (const server of this.#servers) {
      if (this.#silent.has(server)) continue
      if (this.#left <= 0) {
        reasons.push(`nothing more was asked after ${this.#limits.waiting / 1000} s`)
        break
      }
      const began = performance.now()
      const reason = await this.#ask(server, question, path, most)
      this.#left -= performance.now() - began
      if (reason === null) return { path }
      reasons.push(reason)
    }
    return { path: null, reason: reasons.length === 0 ? 'the servers of DEBUGINFOD_URLS did not answer before' : reasons.join('; ') }
  }

  /** @returns null once the file is in the cache; else the reason */
  async #ask(server: string, question: string, path: string, most: number): Promise<string | null> {
    const patience = new AbortController()
    const waiting = setTimeout(() => patience.abort(), Math.min(this.#limits.patience, this.#left))
    let answer: Response
    try {
      answer = await fetch(`${server.replace(/\/+$/, '')}/buildid/${question}`, {
        signal: AbortSignal.any([patience.signal, AbortSignal.timeout(Math.max(1, Math.ceil(this.#left)))]),
      })
    } catch (error) {
      // It is not waited for again.
      this.#silent.add(server)
      return patience.signal.aborted ? `${server} did not answer in ${this.#limits.patience / 1000} s` : `${server} could not be asked (${causeOf(error)})`
    } finally {
      clearTimeout(waiting)
    }
    if (!answer.ok || answer.body === null) {
      void answer.body?.cancel()
      return answer.status === 404 ? `${server} does not have it` : `${server} answered ${answer.status}`
    }
    const unfinished = `${path}.${randomBytes(6).toString('hex')}`
    try {
      mkdirSync(dirname(path), { recursive: true })
      await writeFile(unfinished, atMost(most, answer.body))
      renameSync(unfinished, path)
    } catch (error) {
      rmSync(unfinished, { force: true })
      return `what ${server} sent could not be kept (${messageOf(error)})`
    }
    this.#bound()
    return null
  }

  /** A cache that cannot be cleaned is still a cache. */
  #bound(): void {
    const isUnfinished = (name: string): boolean => /\.[0-9a-f]{12}$/.test(name)
    try {
      removeUnused(this.#cache, { mostBytes: this.#limits.cachedBytes, inUse, isUnfinished })
    } catch (error) {
      if (systemErrorCode(error) === null) throw error
    }
  }
}

/** So that it stays in the cache. @returns whether it exists */
export function markUsed(path: string): boolean {
  try {
    const now = new Date()
    utimesSync(path, now, now)
    return true
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    // The cache may be readable only.
    return existsSync(path)
  }
}

/** Null unless the user has set $DEBUGINFOD_URLS. */
export function debuginfodOf(environment: NodeJS.ProcessEnv): Debuginfod | null {
  const servers = (environment['DEBUGINFOD_URLS'] ?? '').split(/\s+/).filter((server) => /^https?:\/\//.test(server))
  if (servers.length === 0) return null
  const seconds = Number(environment['DEBUGINFOD_TIMEOUT'] || Number.NaN)
  const patience = seconds > 0 ? seconds * 1000 : usualPatience
  return new Debuginfod(servers, debuginfodCache(environment), { patience })
}

export function debuginfodCache(environment: NodeJS.ProcessEnv): string {
  return join(baseDirectory('XDG_CACHE_HOME', environment), 'debuginfod')
}

/** Where a fetched source is kept; null if debuginfod cannot know it. */
export function cachedSource(buildId: string, file: string, cache: string): string | null {
  if (!buildIdPattern.test(buildId) || !isAbsolute(file)) return null
  return join(cache, 'sources', buildId, createHash('sha256').update(file).digest('hex'))
}

async function* atMost(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > most) throw new Error(`it is larger than ${most} bytes`)
    yield chunk
  }
}

function causeOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error)
}
