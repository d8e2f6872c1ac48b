import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingHttpHeaders, RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'
import { startServer } from './server.ts'
import type { RunningServer } from './server.ts'
import { openSession } from './session.ts'

let directory: string
let server: RunningServer
let connected: Port[]
let address: string

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
  address = server.newAddress()
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
  const { port } = new URL(address)
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
  return (await openSession(address)).cookie
}

describe('an address', () => {
  test('opens once: the answer has a cookie that scripts cannot read and other sites do not send, and a page that keeps the key', async () => {
    const { pathname, search } = new URL(address)
    const answer = await ask(pathname + search)
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^hagstone-\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-[\w+/=]{20,}'; /)
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    expect(answer.body).toContain(String(answer.headers['hagstone-session-key']))
    expect(answer.body).not.toContain(search)
    const again = await ask(pathname + search)
    expect(again).toMatchObject({ status: 403, body: expect.stringContaining('This address was used already') })
    expect(again.body).toContain('hagstone serve --address')
    expect(again.headers).not.toHaveProperty('set-cookie')
    expect(again.headers).not.toHaveProperty('hagstone-session-key')
  })

  test('leads a browser that has used it to the window', async () => {
    const { pathname, search } = new URL(address)
    expect(await ask(pathname + search, { Cookie: await cookie() })).toMatchObject({ status: 303, headers: { location: '/' } })
  })

  test('is not used up by prefetching', async () => {
    const { pathname, search } = new URL(address)
    expect(await ask(pathname + search, {}, { method: 'HEAD' })).toMatchObject({ status: 503 })
    expect(await ask(pathname + search, { 'Sec-Purpose': 'prefetch;prerender' })).toMatchObject({ status: 503 })
    expect(await ask(pathname + search)).toMatchObject({ status: 200 })
  })

  test('is too old after an hour', async () => {
    const later = performance.now() + 3_600_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    const { pathname, search } = new URL(address)
    expect(await ask(pathname + search)).toMatchObject({ status: 403, body: expect.stringContaining('This address is too old') })
    clock.mockRestore()
  })

  test('is one of many, each for one browser, and reports when it is used or withdrawn', async () => {
    const over: number[] = []
    const addresses = [1, 2, 3].map((number) => server.newAddress(() => over.push(number)))
    expect(new Set(addresses).size).toBe(3)
    await openSession(addresses[1]!)
    expect(over).toEqual([2])
    await server.close()
    expect(over).toEqual([2, 1, 3])
  })

  test.each(['/?token=', '/?token=wrong', `/?token=${'A'.repeat(32)}`])('%s is refused', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 403, body: expect.stringContaining('belongs to another run') })
  })

  test('has to be opened before anything is served', async () => {
    for (const path of ['/', '/index.html', '/assets/main.js', '/nothing'])
      expect(await ask(path)).toMatchObject({ status: 403, body: expect.stringContaining('has no access') })
    const name = (await cookie()).split('=')[0]
    expect(await ask('/', { Cookie: `${name}=wrong` })).toMatchObject({ status: 403 })
  })

  test('of another server opens nothing here', async () => {
    const other = await startServer({ directory, listen: { port: 0 }, connect: () => {} })
    expect(await ask(`/${new URL(other.newAddress()).search}`)).toMatchObject({ status: 403 })
    await other.close()
  })
})

describe('another user of the machine', () => {
  const nobody = 65_534
  /**
   * The server runs in this process: it answers while the other process waits, which begins as root because the other user
   * may not be able to execute this Node.
   */
  const asked = (text: string, reset = false): Promise<string> =>
    new Promise((resolve) => {
      const worker = spawn(
        process.execPath,
        [
          '-e',
          `process.setuid(${nobody}); process.stdin.resume(); const s = require('net').connect(${new URL(address).port}, '127.0.0.1'); let a = ''; s.on('data', (d) => a += d).on('error', () => {}).on('close', () => { console.log(a); process.exit() }); s.write(${JSON.stringify(text)}, () => ${reset ? 's.resetAndDestroy()' : 'setTimeout(() => s.end(), 300)'})`,
        ],
        { cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] },
      )
      let said = ''
      worker.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
      worker.once('close', () => resolve(said))
    })

  // Only root can become another user.
  test.skipIf(process.geteuid?.() !== 0)('opens nothing with an address, a cookie and a key that it has got hold of', async () => {
    await server.close()
    server = await startServer({ directory: join(directory, 'windows'), listen: { port: 0 }, connect: (port) => connected.push(port), users: [0] })
    address = server.newAddress()
    const { host, origin, pathname, search } = new URL(address)
    expect(await asked(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 [^]*User 65534 of this machine asks, and it serves user 0/,
    )
    // This did not use up the address.
    const { cookie: held, key } = await openSession(address)
    const upgrade = `GET /rpc?key=${key} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nCookie: ${held}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
    expect(await asked(upgrade)).toMatch(/^HTTP\/1\.1 403 /)
    await asked(upgrade, true)
    expect(connected).toHaveLength(0)
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

  test('files that a digest of their content names are kept by the browser, pages are not', async () => {
    const headers = { Cookie: await cookie() }
    const keptFor = async (path: string) => (await ask(path, headers)).headers['cache-control']
    expect(await keptFor('/assets/main.js')).toBe('private, max-age=31536000, immutable')
    for (const path of ['/', '/index.html', '/assets/gone.js']) expect(await keptFor(path), path).toBe('no-store')
  })

  test('have their type', async () => {
    expect((await ask('/assets/main.js', { Cookie: await cookie() })).headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/assets/../../secret.json',
    '/link.json',
    '/assets',
    '/notes.sqlite',
    '/%00.html',
    '/%',
    '/\\..\\secret.json',
  ])('%s leads nowhere', async (path) => {
    const answer = await ask(path, { Cookie: await cookie() })
    expect([403, 404]).toContain(answer.status)
    expect(answer.body).not.toContain('{}')
  })

  test('abandoned halfway leave no file open', async () => {
    const large = join(directory, 'windows', 'assets', 'large.js')
    writeFileSync(large, Buffer.alloc(32 << 20, ' '))
    const timesOpen = (): number => readdirSync('/proc/self/fd').filter((name) => linkOf(`/proc/self/fd/${name}`) === large).length
    const headers = { Cookie: await cookie() }
    for (let index = 0; index < 5; index++) {
      const { port } = new URL(address)
      await new Promise<void>((done) => {
        const asked = request({ host: '127.0.0.1', port, path: '/assets/large.js', headers }, (response) =>
          response
            .once('readable', () => asked.destroy())
            .on('error', () => {})
            .once('close', done),
        )
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
  // The cookie has the name it would have there: the server rejects the host name, not only the missing cookie.
  const cookieOf = async (port: string): Promise<string> => (await cookie()).replace(/^hagstone-\d+/, `hagstone-${port}`)

  test.each(['evil.example', 'evil.example:80', '127.0.0.1:1', '127.0.0.1', 'localhost:65535', 'localhost.evil.example', '[::1]'])(
    '%s is refused',
    async (host) => {
      const port = /:(\d+)$/.exec(host)?.[1] ?? '80'
      expect(await ask('/', { Cookie: await cookieOf(port), Host: host })).toMatchObject({
        status: 403,
        body: expect.stringContaining('This name does not belong to this server'),
      })
    },
  )

  test('with another port uses up no address', async () => {
    const { pathname, search } = new URL(address)
    expect(await ask(pathname + search, { Host: '127.0.0.1:1' })).toMatchObject({ status: 403 })
    expect(await ask(pathname + search)).toMatchObject({ status: 200 })
  })

  test('localhost is the same machine', async () => {
    const { port } = new URL(address)
    expect(await ask('/', { Cookie: await cookie(), Host: `localhost:${port}` })).toMatchObject({ status: 200 })
  })
})

describe('the WebSocket', () => {
  function open(headers: Record<string, string>, path = '/rpc'): Promise<'open' | number> {
    const { port } = new URL(address)
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
  test('opens for a window of this server', async () => {
    const { cookie, key, origin } = await openSession(address)
    expect(await open({ Cookie: cookie, Origin: origin }, `/rpc?key=${key}`)).toBe('open')
    expect(connected).toHaveLength(1)
  })

  test('is refused without the cookie, without the key, without an origin, from another origin, under another name, on another path', async () => {
    const { cookie, key, origin } = await openSession(address)
    const [good, path] = [{ Cookie: cookie, Origin: origin }, `/rpc?key=${key}`]
    expect(await open({ Origin: good.Origin }, path)).toBe(403)
    // Cookies also go to servers of other users on other ports.
    expect(await open(good, '/rpc')).toBe(403)
    expect(await open(good, '/rpc?key=wrong')).toBe(403)
    expect(await open({ Cookie: good.Cookie }, path)).toBe(403)
    expect(await open({ ...good, Origin: 'http://evil.example' }, path)).toBe(403)
    expect(await open({ ...good, Origin: 'null' }, path)).toBe(403)
    expect(await open({ ...good, Origin: 'http://127.0.0.1:1' }, path)).toBe(403)
    expect(await open({ ...good, Origin: 'http://evil.example', Host: 'evil.example' }, path)).toBe(403)
    // A page behind a port that another user forwards here, with the cookie of that port.
    expect(await open({ Cookie: cookie.replace(/^hagstone-\d+/, 'hagstone-1'), Origin: 'http://127.0.0.1:1', Host: '127.0.0.1:1' }, path)).toBe(403)
    expect(await open(good, `/other?key=${key}`)).toBe(403)
    expect(connected).toHaveLength(0)
  })
})

describe('a unix socket', () => {
  test('is for its owner alone, and serves any port that ssh forwards', async () => {
    const path = join(directory, 'hagstone.socket')
    const onSocket = await startServer({ directory: join(directory, 'windows'), listen: { socket: path }, connect: () => {} })
    try {
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(onSocket.newAddress()).toMatch(/^http:\/\/127\.0\.0\.1:PORT\/\?token=/)
      const search = onSocket.newAddress().split('/').at(-1)!
      const answer = await ask(`/${search}`, { Host: 'localhost:8123' }, { socketPath: path })
      expect(answer.status).toBe(200)
      // Windows of two machines are behind two ports of one name, and so in one jar of cookies.
      expect(answer.headers['set-cookie']?.[0]).toMatch(/^hagstone-8123=/)
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
  const port = Number(new URL(address).port)
  await expect(startServer({ directory, listen: { port }, connect: () => {} })).rejects.toThrow(`port ${port} is in use; choose another with --port.`)
})
