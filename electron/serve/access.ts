/** Who may talk to the server: holders of the token, from pages of this very server. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const tokenParameter = 'token'

export function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Of a server on a unix socket, which does not know the port that it is reached by. */
export const unportedCookie = 'hagstone'

/** Cookies are shared by all ports of a host: the name keeps two servers of one user apart. */
export function cookieName(port: number | null): string {
  return port === null ? unportedCookie : `hagstone-${port}`
}

/** Compares without telling by time how much was right. */
export function sameToken(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

export function cookieHolds(request: IncomingMessage, name: string, token: string): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.some((cookie) => cookie.startsWith(`${name}=`) && sameToken(cookie.slice(name.length + 1), token))
}

/**
 * Host names under which the server may be addressed. Any other name is a page of somebody else whose name was
 * pointed here (DNS rebinding).
 */
export function isAllowedHost(host: string | undefined, port: number | null): boolean {
  if (host === undefined) return false
  const match = /^(localhost|127\.0\.0\.1)(?::(\d{1,5}))?$/.exec(host)
  if (match === null) return false
  // Behind a forwarded unix socket the port is whichever ssh listens on.
  return port === null || Number(match[2] ?? 80) === port
}

/** A page of this server: its origin is the host it was asked under. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.host !== undefined && request.headers.origin === `http://${request.headers.host}`
}
