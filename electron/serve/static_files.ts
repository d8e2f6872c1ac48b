/** Files of the built windows, by their address. */
import { realpathSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

export interface StaticFile {
  path: string
  contentType: string
  /** Its name carries a digest of its content. */
  isNamedByContent: boolean
}

/**
 * The built file that a URL's path names; null for everything else: paths that leave the directory (also through
 * symbolic links), directories, and types that the windows do not consist of.
 */
export function findStaticFile(directory: string, urlPath: string): StaticFile | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const name = decoded === '/' ? '/index.html' : decoded
  const contentType = contentTypes[extname(name)]
  if (contentType === undefined) return null
  try {
    const root = realpathSync(directory)
    const path = realpathSync(join(root, name))
    if (!path.startsWith(root + sep) || !statSync(path).isFile()) return null
    return { path, contentType, isNamedByContent: path.startsWith(join(root, 'assets') + sep) }
  } catch {
    return null
  }
}
