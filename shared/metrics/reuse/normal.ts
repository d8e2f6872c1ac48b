/** Cumulative normal distribution, absolute error below 1.5e-7 (Abramowitz & Stegun 7.1.26). */
export function normalCumulative(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const error = 1 - polynomial * Math.exp(-z * z)
  return x >= 0 ? (1 + error) / 2 : (1 - error) / 2
}
