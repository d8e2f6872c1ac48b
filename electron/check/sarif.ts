/** Checks in the Static Analysis Results Interchange Format 2.1.0 (OASIS), which code-review tools show beside the lines. */
import { createHash } from 'node:crypto'
import { isAbsolute, normalize, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import type { ComparedPair } from '../../shared/comparison.ts'
import type { RunDescription } from '../../shared/run.ts'
import { placesText, statusText } from '../report/comparison/comparison_text.ts'
import { changeText } from '../report/format.ts'
import { finding } from './check_text.ts'
import type { Check, CheckedPlace } from './check_runs.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json'
const RULES: Record<Check['kind'], string> = { waste: 'More waste than in the baseline', pairs: 'A pair that wastes more than in the baseline', limit: 'A larger fraction of waste than the limit' }

/** Failed checks, and the pairs that rose: errors where they failed, otherwise notes. @param run the new one */
export function sarifLog(checks: readonly Check[], run: RunDescription): Log {
  const kinds = [...new Set(checks.map(({ kind, tool }) => `${tool}/${kind}`))]
  const rules = kinds.map((id): ReportingDescriptor => ({ id, shortDescription: { text: `${RULES[id.slice(id.indexOf('/') + 1) as Check['kind']]} (${id.slice(0, id.indexOf('/'))})` } }))
  const results = checks.flatMap((check) => (check.kind === 'pairs' ? pairResults(check, run) : check.failed ? [totalResult(check, run)] : []))
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Hagstone', version: run.hagstoneVersion, rules } }, columnKind: 'utf16CodeUnits', results }],
  }
}

/** Some tools refuse results without a place. */
function totalResult(check: Check, run: RunDescription): Result {
  return {
    ruleId: `${check.tool}/${check.kind}`, level: 'error', message: { text: `${RULES[check.kind]}: ${finding(check, run.unit)}` },
    ...(check.place ? { locations: placeOf(check.place, run) } : {}),
    partialFingerprints: { 'hagstoneCheck/v1': fingerprint(check.tool, check.kind) },
  }
}

function pairResults({ tool, failed, risen = [] }: Check, run: RunDescription): Result[] {
  return risen.map((pair) => ({
    ruleId: `${tool}/pairs`, level: failed ? 'error' : 'note',
    message: { text: `${statusText(pair)}: ${changeText(pair.waste.change, run.unit)} of waste, ${pair.relation} ${placesText(pair)}` },
    locations: placeOf(pair.source, run),
    relatedLocations: placeOf(pair.target, run).map((location, id) => ({ ...location, id, message: { text: 'later access' } })),
    partialFingerprints: { 'hagstonePair/v1': fingerprint(pair.tool, pair.relation, pair.source.function, pair.target.function, pair.object ?? '') },
    baselineState: baselineState(pair),
  }))
}

function baselineState({ status }: ComparedPair): 'new' | 'updated' {
  return status === 'new' ? 'new' : 'updated'
}

/** Paths below the run's working directory are relative to it: the root of the sources, as a rule. Nobody knows what other relative ones start from. */
function placeOf({ file, newLine, function: name }: CheckedPlace, { workingDirectory }: RunDescription): Location[] {
  if (file === null) return []
  const path = isAbsolute(file) ? relative(workingDirectory, file) : normalize(file)
  const isOutside = path === '..' || path.startsWith('../')
  const uri = isOutside && isAbsolute(file) ? pathToFileURL(file).href : path.split('/').map(encodeURIComponent).join('/')
  return [{
    physicalLocation: { artifactLocation: isOutside ? { uri } : { uri, uriBaseId: '%SRCROOT%' }, ...(newLine === null ? {} : { region: { startLine: newLine } }) },
    logicalLocations: [{ name, kind: 'function' }],
  }]
}

/** Without lines, which move. */
function fingerprint(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
