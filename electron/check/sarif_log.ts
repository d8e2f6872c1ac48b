/** The common parts of all logs in the Static Analysis Results Interchange Format 2.1.0 (OASIS). */
import { createHash } from 'node:crypto'
import { isAbsolute, normalize, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import type { RunDescription } from '../../shared/run.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json'

export interface SourcePlace {
  function: string
  file: string | null
  /** 1-based. */
  line: number | null
}

export function logOf(rules: ReportingDescriptor[], results: Result[], run: RunDescription): Log {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Hagstone', version: run.hagstoneVersion, rules } }, columnKind: 'utf16CodeUnits', results }],
  }
}

/**
 * Paths below the run's working directory are relative to it: usually the root of the sources. Other relative paths
 * have no known base.
 */
export function locationsOf({ file, line, function: name }: SourcePlace, { workingDirectory }: Pick<RunDescription, 'workingDirectory'>): Location[] {
  if (file === null) return []
  const path = isAbsolute(file) ? relative(workingDirectory, file) : normalize(file)
  const isOutside = path === '..' || path.startsWith('../')
  const uri = isOutside && isAbsolute(file) ? pathToFileURL(file).href : path.split('/').map(encodeURIComponent).join('/')
  return [
    {
      physicalLocation: { artifactLocation: isOutside ? { uri } : { uri, uriBaseId: '%SRCROOT%' }, ...(line === null ? {} : { region: { startLine: line } }) },
      logicalLocations: [{ name, kind: 'function' }],
    },
  ]
}

/** Without lines, which move. */
export function fingerprint(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
