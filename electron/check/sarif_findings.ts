/** Findings as results of a SARIF log: at the line to change, with both accesses as related locations. */
import type { ReportingDescriptor, Result } from 'sarif'
import { CLASS_WORDS } from '../../shared/advice/class_words.ts'
import type { Finding, Findings } from '../../shared/findings/finding.ts'
import type { RunDescription } from '../../shared/run.ts'
import { costText } from '../report/text/report_findings.ts'
import { locationsOf } from './sarif_log.ts'

export function findingRules({ findings }: Findings): ReportingDescriptor[] {
  return [...new Set(findings.map((finding) => finding.class))].map((name): ReportingDescriptor => ({
    id: `finding/${name}`,
    shortDescription: { text: CLASS_WORDS[name].title },
    ...(CLASS_WORDS[name].remedy === null ? {} : { help: { text: CLASS_WORDS[name].remedy } }),
  }))
}

/** @param level absent: a warning, or a note for one that is only possible */
export function findingResults({ findings, measure }: Findings, run: RunDescription, level?: 'error'): Result[] {
  return findings.map((finding): Result => ({
    ruleId: `finding/${finding.class}`,
    level: level ?? (finding.sureness === 'possible' || finding.sureness === 'observed' || finding.fewObservations ? 'note' : 'warning'),
    message: { text: messageOf(finding, measure) },
    locations: locationsOf(finding.change ?? finding.places[0]!, run),
    relatedLocations: finding.places
      .flatMap((place) =>
        locationsOf(place, run).map((location) => ({
          ...location,
          message: { text: `${place.role} access${place.inLibrary === null ? '' : `, through ${place.inLibrary}`}` },
        })),
      )
      .map((location, id) => ({ ...location, id })),
    partialFingerprints: { 'hagstoneFinding/v1': finding.id },
    ...(finding.shareOfRun === null ? {} : { rank: 100 * finding.shareOfRun }),
    properties: {
      tools: finding.tools,
      share: finding.share,
      shareOfRun: finding.shareOfRun,
      interval: finding.interval,
      ...(finding.onSeveral === undefined ? {} : { onSeveral: finding.onSeveral }),
      sureness: finding.sureness,
      observations: finding.observations,
    },
  }))
}

function messageOf(finding: Finding, measure: Findings['measure']): string {
  return `${finding.title} (${costText(finding, measure)}). ${finding.cause} ${finding.remedy}`
}
