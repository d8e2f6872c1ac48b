/** The export formats of a whole profile, for the command line and the windows. */
import type { Tool } from './run.ts'

export const EXPORT_FORMATS = ['pprof', 'speedscope', 'firefox', 'html', 'csv', 'json', 'sarif'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The context that a pair's stack shows. */
export const STACK_FORMS = ['earlier', 'later', 'pair'] as const
/** earlier: the wasted access; later: the one that undid or repeated it; pair: one below the other. */
export type StackForm = (typeof STACK_FORMS)[number]

/** The profile's own ending .hagstone is replaced by it. */
const EXPORT_EXTENSIONS: Record<ExportFormat, string> = {
  pprof: '.pb.gz',
  speedscope: '.speedscope.json',
  firefox: '.firefox.json.gz',
  html: '.html',
  csv: '.csv',
  json: '.report.json',
  sarif: '.sarif',
}

/** Of the largest pairs of each tool. */
export const EXPORT_TOP = { minimum: 1, maximum: 1_000_000 }

/** Pairs of each tool in a page without its own limit, and functions. A page with more is slow to open. */
export const MOST_PAIRS_OF_PAGE = 200
/** The same in JSON: pairs of C++ programs take up to 15 kB each, so three tools stay near 10 MB. */
export const MOST_PAIRS_OF_JSON = 200

/** Pairs of each tool that an export has unless another number is requested; null: all. */
export const USUAL_TOP: Record<ExportFormat, number | null> = {
  pprof: null,
  speedscope: null,
  firefox: null,
  html: MOST_PAIRS_OF_PAGE,
  csv: null,
  json: MOST_PAIRS_OF_JSON,
  sarif: null,
}

/** Formats with one stack for each weight. */
export function hasStacks(format: ExportFormat): boolean {
  return format === 'pprof' || format === 'speedscope' || format === 'firefox'
}

/** Values are no pairs, and all formats but one have pairs. */
export function canExport(tools: readonly Tool[], format: ExportFormat): boolean {
  return format === 'json' || tools.some((tool) => tool !== 'values')
}

/** A person's choices for an export. */
export interface ExportChoice {
  format: ExportFormat
  stacks: StackForm
  /** This many of the largest pairs of each tool; null: all. */
  top: number | null
}

/** The name that a profile's file gives to an export of it, without folders. @param name of the profile, or of its recording */
export function exportName(name: string, format: ExportFormat): string {
  return `${name.replace(/\.hagstone(-recording)?$/, '')}${EXPORT_EXTENSIONS[format]}`
}
