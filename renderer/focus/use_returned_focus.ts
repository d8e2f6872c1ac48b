import { useEffect } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { focusView } from './view_focus.ts'

/**
 * Returns the focus to the element that had it before a dialog opened: dialogs opened by a command have no button
 * to return to. If it is gone, the shown view gets it.
 * @param countOver how many dialogs lie over the window
 */
export function useReturnedFocus<T>(store: StoreApi<T>, countOver: (state: T) => number): void {
  useEffect(() => {
    let before: HTMLElement[] = []
    function giveBack(): void {
      // An element that a command or another dialog focused meanwhile keeps the focus.
      if (document.activeElement === document.body) before.findLast((element) => element.isConnected)?.focus()
      if (document.activeElement === document.body) focusView()
      if (countOver(store.getState()) === 0) before = []
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = store.subscribe((state, previous) => {
      const [now, then] = [countOver(state), countOver(previous)]
      const { activeElement } = document
      if (now > then && activeElement instanceof HTMLElement && activeElement !== document.body) before.push(activeElement)
      // The dialog is drawn away first.
      else if (now < then) timer = setTimeout(giveBack)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [store, countOver])
}
