/** Two significant digits, as notes say shares. */
export function percent(share: number): string {
  return share >= 0.995 ? '100 %' : `${(share * 100).toPrecision(2)} %`
}
