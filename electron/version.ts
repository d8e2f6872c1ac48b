import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationDirectory } from './paths.ts'

/** Version of this installation, from package.json. */
export function hagstoneVersion(): string {
  const description: unknown = JSON.parse(readFileSync(join(installationDirectory, 'package.json'), 'utf8'))
  if (typeof description === 'object' && description !== null && 'version' in description && typeof description.version === 'string') {
    return description.version
  }
  throw new Error('package.json states no version')
}
