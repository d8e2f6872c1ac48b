/**
 * The possible effect of samples without a trap. They are no random choice of all samples: accesses whose bytes are
 * accessed again late, or whose contexts are rare, are more frequent among them. So nothing is assumed of them: they may
 * all be waste or none of them (bounds of the worst case: Horowitz & Manski, Journal of the American Statistical
 * Association 95, 2000).
 */

/**
 * @param interval of the decided samples' fraction, 0..1
 * @param undecided amount that samples without a trap represent
 * @param decided waste + use, in the same unit
 * @returns interval of the fraction of both, 0..1
 */
export function intervalWithUndecided([low, high]: [number, number], undecided: number, decided: number): [number, number] {
  const share = undecided > 0 ? undecided / (undecided + decided) : 0
  return [low * (1 - share), high * (1 - share) + share]
}
