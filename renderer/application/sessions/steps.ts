/** Key in the session storage: the newest entry of this window in the browser's history, for a page that is loaded again. */
export const newest = 'hagstone.newest'

/** Whether the browser's history has an entry of this window (places.ts) in this direction. */
export function canStep(by: 1 | -1): boolean {
  const at: unknown = window.history.state?.at ?? 0
  return by < 0 ? Number(at) > 0 : Number(at) < Number(sessionStorage.getItem(newest) ?? 0)
}
