/** Where menus are drawn. */
import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => {}
const main = (): HTMLElement | undefined => document.querySelector('main') ?? undefined

/** Where menus of the page's main landmark are drawn: in it too, so that nothing is outside of all landmarks. */
export function useMenuPlace(): HTMLElement | undefined {
  return useSyncExternalStore(never, main)
}
