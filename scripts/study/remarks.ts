/** What a person found out about results that are far off; kept beside the numbers, which are computed. */
export function remarks(): string {
  return ''
}
