/** The filter for findings. */
import type { Finding } from '../../shared/findings/finding.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import type { Tool } from '../../shared/run.ts'
import { searchPattern } from '../components/pattern.ts'

export interface FindingFilter {
  search: string
  regularExpression: boolean
  /** Null: any. */
  tool: Tool | null
  /** `open`: neither fixed nor ignored; null: any. */
  triage: 'open' | NonNullable<PairNote['status']> | null
}

export const noFilter: FindingFilter = { search: '', regularExpression: false, tool: null, triage: null }

/** The search is for titles, functions, files, data and source lines. */
export function passesFilter(finding: Finding, note: PairNote | undefined, { search, regularExpression, tool, triage }: FindingFilter): boolean {
  if (tool !== null && !finding.tools.includes(tool)) return false
  const status = note?.status ?? null
  if (triage === 'open' ? status === 'fixed' || status === 'ignored' : triage !== null && status !== triage) return false
  if (search === '') return true
  const pattern = searchPattern(search, regularExpression)
  const texts = [finding.title, finding.data, ...finding.places.flatMap((place) => [place.function, place.file, place.text])]
  return texts.some((text) => text !== null && pattern.test(text))
}

export function isFiltered({ search, tool, triage }: FindingFilter): boolean {
  return search !== '' || tool !== null || triage !== null
}
