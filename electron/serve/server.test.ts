import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingHttpHeaders, RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'
import { startServer } from './server.ts'
import type { RunningServer } from './server.ts'

let directory: string
let server: RunningServer
let connected: Port[]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  const windows = join(directory, 'windows')
  mkdirSync(join(windows, 'assets'), { recursive: true })
  writeFileSync(join(windows, 'index.html'), '<title>Hagstone</title>')
  writeFileSync(join(windows, 'assets', 'main.js'), 'export {}')
  writeFileSync(join(windows, 'notes.sqlite'), 'not for windows')
  writeFileSync(join(directory, 'secret.json'), '{}')
  symlinkSync(join(directory, 'secret.json'), join(windows, 'link.json'))
  connected = []
  server = await startServer({ directory: windows, listen: { port: 0 }, connect: (port) => connected.push(port) })
})
afterEach(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** A raw request: fetch would normalise paths and forbid some headers. */
function ask(path: string, headers: Record<string, string> = {}, options: RequestOptions = {}): Promise<Answer> {
  const { port } = new URL(server.address)
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, setHost: !('Host' in headers), ...options }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    asked.on('error', reject).end()
  })
}

/** "" for a descriptor that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

async function cookie(): Promise<string> {
  const { pathname, search } = new URL(server.address)
  const answer = await ask(pathname + search)
  return (answer.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
}

describe('the token', () => {
  test('becomes a cookie that scripts cannot read and other sites do not send, and leaves the address', async () => {
    const { pathname, search } = new URL(server.address)
    const answer = await ask(pathname + search)
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } })
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^hagstone-\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  test.each(['/?token=', '/?token=wrong', `/?token=${'A'.repeat(32)}`])('%s is refused', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 403 })
  })

  test('without it nothing is served', async () => {
    for (const path of ['/', '/index.html', '/assets/main.js', '/nothing']) expect(await ask(path)).toMatchObject({ status: 403 })
    const name = (await cookie()).split('=')[0]
    expect(await ask('/', { Cookie: `${name}=wrong` })).toMatchObject({ status: 403 })
  })

  test('differs from server to server', async () => {
    const other = await startServer({ directory, listen: { port: 0 }, connect: () => {} })
    expect(new URL(other.address).search).not.toBe(new URL(server.address).search)
    await other.close()
  })
})

describe('documents', () => {
  test('carry the content security policy', async () => {
    const answer = await ask('/', { Cookie: await cookie() })
    expect(answer).toMatchObject({ status: 200, body: '<title>Hagstone</title>' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
  })

  test('have their type', async () => {
    expect((await ask('/assets/main.js', { Cookie: await cookie() })).headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test.each(['/../secret.json', '/%2e%2e/secret.json', '/assets/..%2f..%2fsecret.json', '/assets/../../secret.json', '/link.json', '/assets', '/notes.sqlite', '/%00.html', '/%', '/\\..\\secret.json'])(
    '%s leads nowhere',
    async (path) => {
      const answer = await ask(path, { Cookie: await cookie() })
      expect([403, 404]).toContain(answer.status)
      expect(answer.body).not.toContain('{}')
    },
  )

  test('given up halfway leave no file open', async () => {
    const large = join(directory, 'windows', 'assets', 'large.js')
    writeFileSync(large, Buffer.alloc(32 << 20, ' '))
    const timesOpen = (): number => readdirSync('/proc/self/fd').filter((name) => linkOf(`/proc/self/fd/${name}`) === large).length
    const headers = { Cookie: await cookie() }
    for (let index = 0; index < 5; index++) {
      const { port } = new URL(server.address)
      await new Promise<void>((done) => {
        const asked = request({ host: '127.0.0.1', port, path: '/assets/large.js', headers }, (response) => response.once('readable', () => asked.destroy()).on('error', () => {}).once('close', done))
        asked.end()
      })
    }
    await expect.poll(timesOpen).toBe(0)
  })

  test('are only read', async () => {
    expect(await ask('/', { Cookie: await cookie() }, { method: 'POST' })).toMatchObject({ status: 405 })
  })
})

describe('the name asked for', () => {
  test.each(['evil.example', 'evil.example:80', '127.0.0.1:1', 'localhost.evil.example', '[::1]'])('%s is refused', async (host) => {
    expect(await ask('/', { Cookie: await cookie(), Host: host })).toMatchObject({ status: 403 })
  })

  test('localhost is the same machine', async () => {
    const { port } = new URL(server.address)
    expect(await ask('/', { Cookie: await cookie(), Host: `localhost:${port}` })).toMatchObject({ status: 200 })
  })
})

describe('the WebSocket', () => {
  function open(headers: Record<string, string>, path = '/rpc'): Promise<'open' | number> {
    const { port } = new URL(server.address)
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    return new Promise((resolve) => {
      socket.on('open', () => {
        socket.close()
        resolve('open')
      })
      socket.on('unexpected-response', (asked, response) => {
        asked.destroy()
        resolve(response.statusCode ?? 0)
      })
      socket.on('error', () => resolve(0))
    })
  }
  const ownOrigin = (): string => new URL(server.address).origin

  test('opens for a window of this server', async () => {
    expect(await open({ Cookie: await cookie(), Origin: ownOrigin() })).toBe('open')
    expect(connected).toHaveLength(1)
  })

  test('is refused without the cookie, without an origin, from another origin, under another name, on another path', async () => {
    const good = { Cookie: await cookie(), Origin: ownOrigin() }
    expect(await open({ Origin: good.Origin })).toBe(403)
    expect(await open({ Cookie: good.Cookie })).toBe(403)
    expect(await open({ ...good, Origin: 'http://evil.example' })).toBe(403)
    expect(await open({ ...good, Origin: 'null' })).toBe(403)
    expect(await open({ ...good, Origin: 'http://evil.example', Host: 'evil.example' })).toBe(403)
    expect(await open(good, '/other')).toBe(403)
    expect(connected).toHaveLength(0)
  })
})

describe('a unix socket', () => {
  test('is for its owner alone, and serves whatever port ssh forwards', async () => {
    const path = join(directory, 'hagstone.socket')
    const onSocket = await startServer({ directory: join(directory, 'windows'), listen: { socket: path }, connect: () => {} })
    try {
      expect(statSync(path).mode & 0o777).toBe(0o600)
      const search = onSocket.address.slice(onSocket.address.indexOf('?'))
      expect(await ask(`/${search}`, { Host: 'localhost:8123' }, { socketPath: path })).toMatchObject({ status: 303 })
      expect(await ask(`/${search}`, { Host: 'evil.example' }, { socketPath: path })).toMatchObject({ status: 403 })
    } finally {
      await onSocket.close()
    }
  })

  test('left behind by a killed server is replaced; one in use is not', async () => {
    const path = join(directory, 'hagstone.socket')
    const first = await startServer({ directory, listen: { socket: path }, connect: () => {} })
    await expect(startServer({ directory, listen: { socket: path }, connect: () => {} })).rejects.toThrow('is in use')
    await first.close()
  })

  test('never replaces a file', async () => {
    const path = join(directory, 'secret.json')
    await expect(startServer({ directory, listen: { socket: path }, connect: () => {} })).rejects.toThrow('is in use')
    expect(statSync(path).isFile()).toBe(true)
  })
})

test('a port in use is one line', async () => {
  const port = Number(new URL(server.address).port)
  await expect(startServer({ directory, listen: { port }, connect: () => {} })).rejects.toThrow(`port ${port} is in use; choose another with --port.`)
})
