/** The scheme under which the app's windows load their pages. */
import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { securityHeaders } from '../serve/content_security.ts'
import { findStaticFile } from '../serve/static_files.ts'

const scheme = 'hagstone'
const windowOrigin = `${scheme}://app`
export const windowAddress = `${windowOrigin}/index.html`

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Serves the built windows and nothing else, with the same headers as the browser gets. */
export function serveScheme(directory: string): void {
  protocol.handle(scheme, async (request) => {
    const url = URL.parse(request.url)
    const file = url?.host === 'app' && request.method === 'GET' ? findStaticFile(directory, url.pathname) : null
    if (file === null) return new Response('There is no such file.\n', { status: 404, headers: securityHeaders })
    return new Response(await readFile(file.path), { headers: { ...securityHeaders, 'Content-Type': file.contentType } })
  })
}

/** An address of the windows' own pages. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${scheme}:` && url.host === 'app'
}
