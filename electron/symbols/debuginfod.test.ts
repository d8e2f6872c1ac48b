/** Against a fake server: the requests, the cached files, and that a silent server is not waited for. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Debuginfod, debuginfodOf } from './debuginfod.ts'

const buildId = 'ab12cd34ef56ab12cd34ef56ab12cd34ef56ab12'
let cache: string
let servers: Server[]

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'hagstone-debuginfod-'))
  servers = []
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(cache, { recursive: true, force: true })
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('debug files and sources come from the first server that has them, and are requested once', async () => {
  const asked: string[] = []
  const without = await serve((_, response) => response.writeHead(404).end())
  const having = await serve(({ url }, response) => {
    asked.push(url!)
    response.end(url!.endsWith('/debuginfo') ? 'debug' : 'int x;\n')
  })
  const client = new Debuginfod([without, `${having}/`], cache)
  const debug = await client.debugFile(buildId)
  expect(debug.path).toBe(join(cache, '.build-id', 'ab', `${buildId.slice(2)}.debug`))
  expect(readFileSync(debug.path!, 'utf8')).toBe('debug')
  await client.debugFile(buildId)
  const source = await client.source(buildId, '/usr/src/a b.c', 100)
  expect(readFileSync(source.path!, 'utf8')).toBe('int x;\n')
  expect(asked).toEqual([`/buildid/${buildId}/debuginfo`, `/buildid/${buildId}/source/usr/src/a%20b.c`])
})

test('a silent server is abandoned, and not waited for again', async () => {
  let asked = 0
  const silent = await serve(() => void asked++)
  const client = new Debuginfod([silent], cache, { patience: 500, waiting: 100_000 })
  expect(await client.debugFile(buildId)).toEqual({ path: null, reason: `${silent} did not answer in 0.5 s` })
  expect(await client.debugFile(`${buildId}00`)).toEqual({ path: null, reason: 'the servers of DEBUGINFOD_URLS did not answer before' })
  // On a busy machine the first request may not even have arrived.
  expect(asked).toBeLessThan(2)
})

test('files that are too large, truncated or failed are not kept', async () => {
  const large = await serve((_, response) => response.end('x'.repeat(101)))
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '50' })
    response.write('half')
    setImmediate(() => response.destroy())
  })
  const failing = await serve((_, response) => response.writeHead(500).end('no'))
  for (const server of [large, broken, failing]) expect((await new Debuginfod([server], cache).source(buildId, '/a.c', 100)).path).toBeNull()
  expect(readdirSync(join(cache, 'sources', buildId))).toEqual([])
})

test('the cache is bounded: the least recently used files are removed, files in use stay', async () => {
  const server = await serve((_, response) => response.end('x'.repeat(100)))
  const client = new Debuginfod([server], cache, { cachedBytes: 450 })
  const source = async (name: string): Promise<string> => (await client.source(buildId, `/${name}.c`, 100)).path!
  const usedBefore = (path: string, hours: number): void => utimesSync(path, Date.now() / 1000 - hours * 3600, Date.now() / 1000 - hours * 3600)
  const debug = (await client.debugFile(buildId)).path!
  const [first, second, third] = [await source('a'), await source('b'), await source('c')]
  const abandoned = `${debug}.0123456789ab`
  writeFileSync(abandoned, '')
  for (const [path, hours] of [
    [debug, 4],
    [first, 5],
    [second, 3],
    [third, 0.5],
    [abandoned, 2],
  ] as const)
    usedBefore(path, hours)
  // Asking for it again is a use.
  await source('a')
  expect(Date.now() - statSync(first).mtimeMs).toBeLessThan(3_600_000)
  const fourth = await source('d')
  expect([debug, second, abandoned, first, third, fourth].map((path) => existsSync(path))).toEqual([false, false, false, true, true, true])
  // All are in use: none is removed, although they are too many.
  for (const name of ['e', 'f']) await source(name)
  expect([first, third, fourth].map((path) => existsSync(path))).toEqual([true, true, true])
})

test('several users of the cache may clean it at once', async () => {
  const server = await serve((_, response) => response.end('x'.repeat(100)))
  const clients = Array.from({ length: 4 }, () => new Debuginfod([server], cache, { cachedBytes: 250 }))
  const names = Array.from({ length: 20 }, (_, index) => `/${index}.c`)
  const fetched = await Promise.all(clients.flatMap((client) => names.map((name) => client.source(buildId, name, 100))))
  expect(fetched.map(({ path }) => path === null || !existsSync(path))).not.toContain(true)
})

test("only the user's servers are asked, and only for valid build ids and paths", async () => {
  expect(debuginfodOf({})).toBeNull()
  expect(debuginfodOf({ DEBUGINFOD_URLS: '  ' })).toBeNull()
  expect(debuginfodOf({ DEBUGINFOD_URLS: 'file:///srv ftp://x' })).toBeNull()
  expect(debuginfodOf({ DEBUGINFOD_URLS: 'https://debuginfod.example', XDG_CACHE_HOME: '/c' })?.directory).toBe('/c/hagstone/debuginfod')
  let asked = 0
  const client = new Debuginfod([await serve((_, response) => void response.end(String(asked++)))], cache)
  for (const id of ['', '../../etc', 'AB', 'ab12']) expect((await client.debugFile(id)).path).toBeNull()
  expect((await client.source(buildId, './elf/rtld.c', 100)).path).toBeNull()
  expect(asked).toBe(0)
})
