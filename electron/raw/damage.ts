/** Counts, by cause, the parts of a damaged recording that a reader left out. */
const DAMAGE_CAUSES = {
  fileTruncated: 'extents missing at the end of the file',
  extentHeader: 'extents with a damaged header',
  extentOrder: 'extents of a writer missing or twice',
  recordLength: 'records whose length runs out of their extent (rest of the extent skipped)',
  recordChecksum: 'records with a wrong checksum',
  recordContent: 'records with impossible content',
  recordReference: 'records that refer to something that is not there',
  recordDuplicate: 'records that repeat an id',
  counterTorn: 'counters caught in mid-update (used as they are)',
} as const
export type DamageCause = keyof typeof DAMAGE_CAUSES

export class Damage {
  readonly counts = new Map<DamageCause, number>()

  count(cause: DamageCause, times = 1): void {
    this.counts.set(cause, (this.counts.get(cause) ?? 0) + times)
  }

  /** True if something was left out; a torn counter loses nothing. */
  get lossy(): boolean {
    return [...this.counts.keys()].some((cause) => cause !== 'counterTorn')
  }

  describe(): string[] {
    return [...this.counts].map(([cause, times]) => `${times} ${DAMAGE_CAUSES[cause]}`)
  }
}
