/** The windows over HTTP and WebSocket, for one user, on the loopback interface or a unix socket. */
import { chmodSync, createReadStream, lstatSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect as connectTo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'
import { Failure, exitStatus, systemErrorCode } from '../failure.ts'
import { webSocketPort } from '../rpc/web_socket_port.ts'
import { cookieHolds, cookieName, isAllowedHost, isOwnOrigin, newToken, sameToken, tokenParameter } from './access.ts'
import { securityHeaders } from './content_security.ts'
import { findStaticFile } from './static_files.ts'
import { Strangers } from './strangers.ts'

const loopback = '127.0.0.1'
const rpcPath = '/rpc'
/** A request is a method and a few arguments; results flow the other way. */
const largestRequest = 1 << 20
/** Of requests over HTTP, in ms: they are small, also over a slow network. Node looks once an interval. */
const timeLimits = { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 1_000 }
/** Cookies of all ports of this host name come along. Bytes. */
const largestHeaders = 32 << 10

export interface ServeOptions {
  /** Directory of the built windows. */
  directory: string
  /** TCP port on 127.0.0.1, 0 for a free one; or the path of a unix socket. */
  listen: { port: number } | { socket: string }
  /** Called for every window that connects. */
  connect(port: Port): void
}

export interface RunningServer {
  /** What to open: holds the token, so it is a secret. Over a unix socket without a port: ssh chooses it. */
  address: string
  /** Closes the listener and every connection. */
  close(): Promise<void>
}

/** Listens. Throws Failure 3 when the port or socket cannot be had. */
export async function startServer({ directory, listen, connect }: ServeOptions): Promise<RunningServer> {
  const token = newToken()
  let port: number | null = null
  const strangers = new Strangers()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestRequest, perMessageDeflate: false, autoPong: false })

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const url = readUrl(request)
    if (!isAllowedHost(request.headers.host, port) || url === null) return refuse(response, 403, 'This name does not belong to this server; use the address that hagstone printed.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET is answered here.')
    const given = url.searchParams.get(tokenParameter)
    if (given !== null && url.pathname === '/') {
      if (!sameToken(given, token)) return refuse(response, 403, 'The token is wrong; use the address that hagstone printed last.')
      response.writeHead(303, { ...securityHeaders, Location: '/', 'Set-Cookie': `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict` })
      response.end()
      return
    }
    if (!cookieHolds(request, cookieName(port), token)) return refuse(response, 403, 'This window is not known; open the address that hagstone printed.')
    strangers.recognise(request.socket)
    const file = findStaticFile(directory, url.pathname)
    if (file === null) return refuse(response, 404, 'There is no such file.')
    response.writeHead(200, { ...securityHeaders, 'Content-Type': file.contentType })
    if (request.method === 'HEAD') response.end()
    // A window that goes away halfway must not leave the file open.
    else pipeline(createReadStream(file.path), response, () => {})
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const allowed =
      isAllowedHost(request.headers.host, port) &&
      isOwnOrigin(request) &&
      readUrl(request)?.pathname === rpcPath &&
      cookieHolds(request, cookieName(port), token)
    if (!allowed) {
      // The other end may keep its half open for ever.
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
      return
    }
    strangers.recognise(socket)
    sockets.handleUpgrade(request, socket, head, (webSocket) => connect(webSocketPort(webSocket)))
  }

  const server = createServer({ ...timeLimits, maxHeaderSize: largestHeaders }, respond)
  server.on('connection', (socket) => strangers.add(socket))
  server.on('upgrade', upgrade)
  port = await listenOn(server, listen)
  // Without descriptors to spare a connection is refused, and the host goes on.
  server.on('error', (error) => console.error(`hagstone: a connection is refused: ${error.message}`))
  return {
    address: port === null ? `http://localhost:PORT/?${tokenParameter}=${token}` : `http://${loopback}:${port}/?${tokenParameter}=${token}`,
    close() {
      for (const webSocket of sockets.clients) webSocket.terminate()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function readUrl(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '', `http://${loopback}`)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  // What else a stranger sends, a body of any length say, is not read.
  response.writeHead(status, { ...securityHeaders, Connection: 'close', 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`${message}\n`)
}

/** The TCP port; null for a unix socket. */
async function listenOn(server: Server, listen: ServeOptions['listen']): Promise<number | null> {
  if ('socket' in listen) await removeStaleSocket(listen.socket)
  // The socket is there from bind on: with this mask nobody else can connect before chmod.
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen('socket' in listen ? { path: listen.socket } : { host: loopback, port: listen.port }, () => resolve())
    })
  } catch (error) {
    const where = 'socket' in listen ? listen.socket : `port ${listen.port}`
    const reason = systemErrorCode(error) === 'EADDRINUSE' ? 'is in use' : `cannot be used (${systemErrorCode(error) ?? String(error)})`
    throw new Failure(exitStatus.machineUnable, `${where} ${reason}; choose another with ${'socket' in listen ? '--socket' : '--port'}.`)
  } finally {
    process.umask(mask)
  }
  if ('socket' in listen) {
    chmodSync(listen.socket, 0o600)
    return null
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no TCP address')
  return address.port
}

/** A socket that a killed server left behind would make every later bind fail; nobody listens on it any more. */
async function removeStaleSocket(path: string): Promise<void> {
  try {
    if (!lstatSync(path).isSocket()) return
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return
    throw error
  }
  if (!(await answers(path))) unlinkSync(path)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = connectTo({ path })
    attempt.once('connect', () => {
      attempt.destroy()
      resolve(true)
    })
    attempt.once('error', (error) => resolve(systemErrorCode(error) !== 'ECONNREFUSED'))
  })
}
