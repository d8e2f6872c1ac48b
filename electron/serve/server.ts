/** The windows over HTTP and WebSocket, for one user, on the loopback interface or a unix socket. */
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'
import { webSocketPort } from '../rpc/web_socket_port.ts'
import { Access, isAllowedHost, isOwnOrigin, portOf, tokenParameter } from './access.ts'
import { keptByBrowser, securityHeaders } from './content_security.ts'
import { listenOn, loopback } from './listener.ts'
import { entryPage, otherUserPage, plain, strangerPage, tokenPage } from './pages.ts'
import type { Page } from './pages.ts'
import { peerUser, servedUsers } from './peer_user.ts'
import type { Ends } from './peer_user.ts'
import { findStaticFile } from './static_files.ts'
import { Strangers } from './strangers.ts'

const rpcPath = '/rpc'
/** A request is a method and a few arguments; the large data flows the other way. */
const largestRequest = 1 << 20
/** For requests over HTTP, in ms: they are small, even over a slow network. Node checks once per interval. */
const timeLimits = { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 1_000 }
/** Cookies of all ports of this host name are included. Bytes. */
const largestHeaders = 32 << 10

export interface ServeOptions {
  /** Directory of the built windows. */
  directory: string
  /** TCP port on 127.0.0.1, 0 for a free one; or the path of a unix socket. */
  listen: { port: number } | { socket: string }
  /** Called for every window that connects. */
  connect(port: Port): void
  /** Users whose connections are served; null for all. Default: who runs this process. */
  users?: number[] | null
}

export interface RunningServer {
  /**
   * An address that opens the windows in one browser, within an hour: a secret until then. Over a unix socket it has
   * PORT in place of the port, which ssh chooses.
   * @param over called once the address was opened, or is withdrawn
   */
  newAddress(over?: () => void): string
  /** Closes the listener and every connection. */
  close(): Promise<void>
}

/** Listens. Throws Failure 3 when the port or socket cannot be had. */
export async function startServer({ directory, listen, connect, users = servedUsers() }: ServeOptions): Promise<RunningServer> {
  const access = new Access()
  // A unix socket is private by its mode.
  const served = 'socket' in listen ? null : users
  let port: number | null = null
  const strangers = new Strangers()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestRequest, perMessageDeflate: false, autoPong: false })

  /**
   * The user at the other end, if this server does not serve that user. Checked only for connections with a secret: it
   * takes a while.
   */
  const otherUser = (connection: Ends): number | 'gone' | null => {
    if (served === null) return null
    const user = peerUser(connection)
    return user === 'unknown' || (user !== 'gone' && served.includes(user)) ? null : user
  }

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const url = readUrl(request)
    if (!isAllowedHost(request.headers.host, port) || url === null)
      return answer(response, plain(403, 'This name does not belong to this server; use the address that hagstone printed.'))
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, plain(405, 'Only GET is answered here.'))
    const token = url.pathname === '/' ? url.searchParams.get(tokenParameter) : null
    if (token !== null) return enter(request, response, token)
    if (!access.cookieHolds(request)) return answer(response, strangerPage())
    strangers.recognise(request.socket)
    const file = findStaticFile(directory, url.pathname)
    if (file === null) return answer(response, plain(404, 'There is no such file.'))
    response.writeHead(200, { ...securityHeaders, ...(file.isNamedByContent ? keptByBrowser : {}), 'Content-Type': file.contentType })
    if (request.method === 'HEAD') response.end()
    // A window that closes halfway must not leave the file open.
    else pipeline(createReadStream(file.path), response, () => {})
  }

  const enter = (request: IncomingMessage, response: ServerResponse, token: string): void => {
    const state = access.stateOf(token)
    if (state !== 'valid') {
      // The same browser again.
      if (!access.cookieHolds(request)) return answer(response, tokenPage(state))
      response.writeHead(303, { ...securityHeaders, Location: '/' })
      response.end()
      return
    }
    // A prefetch is not a window.
    if (request.method === 'HEAD' || (request.headers['sec-purpose'] ?? '').includes('prefetch'))
      return answer(response, plain(503, 'An address is opened by GET, and not ahead of time.'))
    const other = otherUser(request.socket)
    if (other !== null) return answer(response, otherUserPage(other, served ?? []))
    access.use(token)
    const page = entryPage(access.key)
    response.writeHead(page.status, { ...page.headers, 'Set-Cookie': access.cookiesFor(portOf(request)) })
    response.end(page.text)
  }

  const upgrade = (request: IncomingMessage, socket: Duplex & Ends, head: Buffer): void => {
    const url = readUrl(request)
    const allowed =
      isAllowedHost(request.headers.host, port) &&
      isOwnOrigin(request) &&
      url?.pathname === rpcPath &&
      access.cookieHolds(request) &&
      access.keyHolds(url) &&
      otherUser(socket) === null
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
  // Without free descriptors a connection is refused, and the host continues.
  server.on('error', (error) => console.error(`hagstone: a connection is refused: ${error.message}`))
  return {
    newAddress: (over) => `http://${loopback}:${port ?? 'PORT'}/?${tokenParameter}=${access.newToken(over)}`,
    close() {
      access.end()
      for (const webSocket of sockets.clients) webSocket.terminate()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function readUrl(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '', `http://${loopback}`)
}

/** Anything else from a stranger, such as a body of any length, is not read. */
function answer(response: ServerResponse, { status, headers, text }: Page): void {
  response.writeHead(status, { ...headers, Connection: 'close' })
  response.end(text)
}
