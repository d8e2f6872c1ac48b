/** Electron's `protocol`: addresses of the app's own scheme, answered by its handlers. */
import type { Request as PlaywrightRequest, Route } from '@playwright/test'
import { strict } from '../strict.ts'

type Handler = (request: Request) => Response | Promise<Response>
interface CustomScheme {
  scheme: string
  privileges: { standard?: boolean; secure?: boolean; supportFetchAPI?: boolean }
}

const privileged = new Map<string, CustomScheme['privileges']>()
const handlers = new Map<string, Handler>()
let ready = false

export function schemesAreFixed(): void {
  ready = true
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of schemes) privileged.set(scheme, privileges)
  },
  handle(scheme: string, handler: Handler): void {
    if (!ready) throw new Error('protocol.handle needs the app to be ready')
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already`)
    handlers.set(scheme, handler)
  },
})

const doubleDomain = 'electron-double.test'

/**
 * Chromium alone has no custom schemes: scheme://host/path is shown to it as https://host.scheme.electron-double.test,
 * which is standard and secure like ours. No request leaves the machine: each is answered here.
 */
export function toChromium(address: string): string {
  const url = new URL(address)
  const scheme = url.protocol.slice(0, -1)
  if (!privileged.get(scheme)?.standard) return address
  return `https://${url.host}.${scheme}.${doubleDomain}${url.pathname}${url.search}${url.hash}`
}

export function fromChromium(address: string): string {
  const url = URL.parse(address)
  const name = url === null ? null : /^(.+)\.([a-z][a-z0-9+.-]*)\.electron-double\.test$/.exec(url.hostname)
  return url === null || name === null ? address : `${name[2]}://${name[1]}${url.pathname}${url.search}${url.hash}`
}

/** Answers a request of Chromium by the app's handler; everything else finds no network. */
export async function answer(route: Route, request: PlaywrightRequest): Promise<void> {
  const address = fromChromium(request.url())
  const handler = handlers.get(new URL(address).protocol.slice(0, -1))
  if (handler === undefined) {
    await route.abort('internetdisconnected')
    return
  }
  const response = await handler(new Request(address, { method: request.method(), headers: request.headers() }))
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}
