/**
 * Input that any user of the machine can send: the host continues answering, and neither its memory nor its open files
 * grow.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from './session.ts'
import type { WindowSession } from './session.ts'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { long } from '../../scripts/test/long.ts'

/** Garbage between collections stays small, and a heap that grows ends the host. */
const smallHeap = ['--max-old-space-size=48', '--max-semi-space-size=4']
const home = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
let host: ChildProcess
let address: URL
let complaints = ''
let session: Promise<WindowSession> | null = null

beforeAll(async () => {
  host = spawn(process.execPath, [...smallHeap, resolve(import.meta.dirname, '../cli/main.js'), 'serve', '--no-open'], {
    env: { ...process.env, HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  host.stderr!.on('data', (bytes: Buffer) => (complaints += bytes.toString()))
  address = new URL((await once(host.stdout!, 'data')).toString().trim())
})
afterAll(async () => {
  host.kill()
  // It may still be writing its state.
  if (host.exitCode === null && host.signalCode === null) await once(host, 'exit')
  rmSync(home, { recursive: true, force: true })
})

function open(): Socket {
  const socket = connect(Number(address.port), '127.0.0.1')
  socket.on('error', () => {})
  return socket
}

type Attack = (socket: Socket, random: SeededRandom) => void

/** Also of a connection that ends with an error. */
function closed(socket: Socket): Promise<unknown> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve))
}

const upgrade = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`
const headers = (more: string): string => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\n${more}`
const thenReset =
  (text: () => string): Attack =>
  (socket) =>
    void socket.write(text(), () => socket.resetAndDestroy())
const thenEnd =
  (text: () => string): Attack =>
  (socket) =>
    void socket.end(text())
const thenWait =
  (text: () => string): Attack =>
  (socket) =>
    void socket.write(text())

const attacks: Record<string, Attack> = {
  'an upgrade without the cookie, reset at once': thenReset(() => upgrade('/rpc')),
  'an upgrade without the cookie, whose answer is not read': (socket) => socket.pause().write(upgrade('/rpc')),
  'an upgrade to nothing that there is': thenReset(() => upgrade('/%ff\\..', 'Cookie: hagstone=;;;=\r\n')),
  'a connection without a word': () => {},
  'a connection reset at once': (socket) => socket.resetAndDestroy(),
  'half a request line': thenWait(() => 'GET /index.ht'),
  'headers that do not end': thenWait(() => headers('X-Slow: 1\r\n')),
  'headers larger than any': thenWait(() => headers(`X-Large: ${'x'.repeat(100_000)}`)),
  'a thousand headers': thenEnd(() => headers(`${'X-Many: 1\r\n'.repeat(1000)}\r\n`)),
  noise: (socket, random) => void socket.end(Buffer.from(Array.from({ length: 300 }, () => random.nextBelow(256)))),
  'the beginning of TLS': thenWait(() => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  'HTTP/2': thenEnd(() => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'a body without end': thenWait(() => `POST / HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nContent-Length: 999999999999\r\n\r\n${'x'.repeat(10_000)}`),
  'a chunk without end': thenReset(
    () => `POST / HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n${'x'.repeat(10_000)}`,
  ),
  'two lengths': thenEnd(() => headers('Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello')),
  'many requests whose answers are not read': (socket) => socket.pause().write(headers('\r\n').repeat(20)),
  'a tunnel': thenReset(() => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
  'an expectation': thenEnd(() => headers('Expect: 200-ok\r\n\r\n')),
  'a request reset at once': thenReset(() => headers('\r\n')),
}

/** Memory of a process of this machine, in bytes. */
function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

async function answers(): Promise<void> {
  expect(host.exitCode, complaints).toBeNull()
  expect((await fetch(new URL('/', address))).status).toBe(403)
}

/** For the whole process: 10,000 connections that left 7 kB each would be more. */
const memoryGrowth = 64 << 20
/** The connections of strangers that the host keeps, and some files of its own. */
const fileGrowth = 160

for (const [connections, options] of [
  [3000, {}],
  [10_000, long],
] as const)
  test(`${connections} connections of strangers`, options, async () => {
    const random = new SeededRandom(21)
    await answers()
    const advice = complaints
    const [bytes, files] = [residentBytes(host.pid!), openFiles(host.pid!)]
    const kinds = Object.values(attacks)
    const atOnce = 200
    let mostFiles = 0
    let sockets: Socket[] = []
    for (let sent = 0; sent < connections;) {
      const wave = Array.from({ length: atOnce }, () => [open(), kinds[sent++ % kinds.length]!] as const)
      await Promise.all(
        wave.map(
          ([socket, attack]) =>
            new Promise<void>((done) => {
              socket.once('connect', () => (attack(socket, random), done())).once('close', () => done())
            }),
        ),
      )
      mostFiles = Math.max(mostFiles, openFiles(host.pid!))
      // Waiting connections stay open while the next wave comes.
      for (const socket of sockets) socket.destroy()
      sockets = wave.map(([socket]) => socket)
    }
    await answers()
    for (const socket of sockets) socket.destroy()
    expect(mostFiles - files).toBeLessThan(fileGrowth)
    expect(residentBytes(host.pid!) - bytes).toBeLessThan(memoryGrowth)
    await expect.poll(() => openFiles(host.pid!)).toBeLessThanOrEqual(files + 2)
    expect(complaints).toBe(advice)
  })

describe('a window that breaks the protocol', () => {
  const mask = Buffer.alloc(4)
  /** A frame of RFC 6455, section 5.2, masked with zeros. */
  const frame = (first: number, payload: Buffer, length = payload.length): Buffer => {
    const head = Buffer.alloc(10)
    head[0] = first
    head[1] = 0x80 | 127
    head.writeBigUInt64BE(BigInt(length), 2)
    return Buffer.concat([head, mask, payload])
  }
  const [text, continued, ping] = [0x81, 0x00, 0x89]
  const misdeeds: Record<string, Buffer> = {
    'a frame of an unknown kind': frame(0x8b, Buffer.from('x')),
    'a compressed frame, which was not agreed on': frame(0xc1, deflateRawSync(Buffer.alloc(64 << 20))),
    'a frame of 2^62 bytes': frame(text, Buffer.from('x'), 2 ** 62),
    'a message larger than any request': frame(text, Buffer.alloc(2 << 20, 'x')),
    'a message in 20,000 pieces': Buffer.concat([frame(0x01, Buffer.from('x')), ...Array.from({ length: 20_000 }, () => frame(continued, Buffer.from('x')))]),
    'a ping in pieces': frame(0x09, Buffer.from('x')),
    'a ping larger than any': frame(ping, Buffer.alloc(126)),
    'bytes that are no text': frame(text, Buffer.from([0xc3, 0x28])),
    'a frame without a mask': Buffer.from([text, 1, 0x78]),
    'a continuation of nothing': frame(0x80, Buffer.from('x')),
    'bytes instead of text': frame(0x82, Buffer.from('x')),
    noise: Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 151) % 256)),
  }

  /** A raw connection of a window, past the handshake. */
  async function window(): Promise<Socket> {
    const socket = open()
    session ??= openSession(address.href)
    const { cookie, key, origin } = await session
    socket.write(upgrade(`/rpc?key=${key}`, `Origin: ${origin}\r\nCookie: ${cookie}\r\n`))
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 101 /)
    return socket
  }

  test.each(Object.entries(misdeeds))('%s ends its connection alone', async (_name, bytes) => {
    const socket = await window()
    socket.resume().write(bytes)
    await closed(socket)
    await answers()
  })

  test('pings and requests with unread answers do not fill the memory', async () => {
    const before = residentBytes(host.pid!)
    const [pings, requests] = [(await window()).pause(), (await window()).pause()]
    const pong = frame(ping, Buffer.alloc(125))
    const request = frame(text, Buffer.from(JSON.stringify({ type: 'request', id: 1, method: 'x'.repeat(60), parameters: {} })))
    for (const [socket, bytes] of [
      [pings, pong],
      [requests, request],
    ] as const) {
      const many = Buffer.concat(Array.from({ length: 1000 }, () => bytes))
      for (let sent = 0; sent < 300 && !socket.destroyed; sent++) {
        if (socket.write(many)) continue
        // A host that stops reading requests is one of two good outcomes.
        const [drained, stuck] = [
          new Promise((resolve) => socket.once('drain', () => resolve(true))),
          new Promise((resolve) => setTimeout(() => resolve(false), 500)),
        ]
        if ((await Promise.race([drained, stuck])) === false) break
      }
    }
    await answers()
    expect(residentBytes(host.pid!) - before).toBeLessThan(memoryGrowth)
    for (const socket of [pings, requests]) socket.destroy()
  })
})
