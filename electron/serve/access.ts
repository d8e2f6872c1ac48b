/** Access control of the server: only browsers that opened one of its addresses, from pages of this server. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { keyParameter, newestHost } from '../../shared/rpc/session.ts'

export const tokenParameter = 'token'
/** How long an address works, in ms. */
const lifetime = 3_600_000
/** Addresses waiting to be opened, and used tokens that are still recognised. */
const mostTokens = 256

export type TokenState = 'valid' | 'used' | 'expired' | 'unknown'

/** The secrets of one server: tokens that open one window each, and the window's own secret afterwards. */
export class Access {
  /** In the order of creation; the key is a digest, so that lookup time reveals nothing. */
  readonly #tokens = new Map<string, { expires: number; used: boolean; over(): void }>()
  readonly #cookie = newSecret()
  /** Kept by pages in the storage of their origin. */
  readonly key = newSecret()

  /** @param over called once the token is used or withdrawn */
  newToken(over: () => void = () => {}): string {
    const token = newSecret()
    this.#tokens.set(digest(token).toString('hex'), { expires: performance.now() + lifetime, used: false, over })
    const [oldest] = this.#tokens
    if (oldest !== undefined && this.#tokens.size > mostTokens) {
      this.#tokens.delete(oldest[0])
      if (!oldest[1].used) oldest[1].over()
    }
    return token
  }

  stateOf(token: string): TokenState {
    const known = this.#tokens.get(digest(token).toString('hex'))
    if (known === undefined) return 'unknown'
    if (known.used) return 'used'
    return performance.now() < known.expires ? 'valid' : 'expired'
  }

  /** The token opens nothing any more. */
  use(token: string): void {
    const known = this.#tokens.get(digest(token).toString('hex'))
    if (known === undefined || known.used) return
    known.used = true
    known.over()
  }

  /** Withdraws all tokens. */
  end(): void {
    for (const { used, over } of this.#tokens.values()) if (!used) over()
    this.#tokens.clear()
  }

  /** The one with the secret first. */
  cookiesFor(port: string): string[] {
    return [`${cookieName(port)}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`, `${newestHost}=${port}; Path=/; SameSite=Strict`]
  }

  cookieHolds(request: IncomingMessage): boolean {
    const name = cookieName(portOf(request))
    const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
    return cookies.some((cookie) => cookie.startsWith(`${name}=`) && sameSecret(cookie.slice(name.length + 1), this.#cookie))
  }

  keyHolds(url: URL): boolean {
    return sameSecret(url.searchParams.get(keyParameter) ?? '', this.key)
  }
}

/** The port by which the browser reaches the server: behind a forwarded unix socket, the port that ssh listens on. */
export function portOf(request: IncomingMessage): string {
  return /:(\d{1,5})$/.exec(request.headers.host ?? '')?.[1] ?? '80'
}

/**
 * Host names that may address the server. Any other name is another site's page whose name was pointed here (DNS
 * rebinding).
 */
export function isAllowedHost(host: string | undefined, port: number | null): boolean {
  if (host === undefined) return false
  const match = /^(localhost|127\.0\.0\.1)(?::(\d{1,5}))?$/.exec(host)
  if (match === null) return false
  return port === null || Number(match[2] ?? 80) === port
}

/** A page of this server: its origin is the requested host. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.host !== undefined && request.headers.origin === `http://${request.headers.host}`
}

/** All ports of a host share cookies: the name keeps two servers of one user apart. */
function cookieName(port: string): string {
  return `hagstone-${port}`
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Compares in constant time. */
function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
