/** Files of a profile that its reader agreed to see: a profile may come from anywhere, and name any file as a source. */
export interface AgreedSources {
  /** Every source that the profile names. */
  all: boolean
  files: ReadonlySet<string>
}

export const noneAgreed: AgreedSources = { all: false, files: new Set() }

export function isAgreed({ all, files }: AgreedSources, file: string): boolean {
  return all || files.has(file)
}
