/** The keyboard focus of the shown view: it follows changes of the view, and is where Escape leads. */
import { useEffect, useRef, type RefObject } from 'react'

/** On the panel of the shown view. */
const panelMark = '[data-view]'
/** On what takes the keys of a view: its rows, its selected finding, its chart. */
const keysMark = '[data-keys]'

/** Whether nothing that a person chose has the focus. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(`${panelMark}, [data-screen]`) || !isVisible(activeElement)
}

/** While the script of a view loads, React hides the view before; the browser takes the focus from it later. */
function isVisible(element: Element): boolean {
  return element.checkVisibility()
}

/** Gives the keys to the rows or the chart of the shown view; to its panel, from where Tab goes on, if there is neither yet. */
export function focusView(): void {
  const panel = document.querySelector<HTMLElement>(panelMark)
  const taker = [...(panel?.querySelectorAll<HTMLElement>(keysMark) ?? [])].find(isVisible) ?? panel
  taker?.focus({ preventScroll: true })
}

/** Whether the focus is beside the rows: in code, calling contexts, or advice, but in no dialog. */
export function isBesideView(): boolean {
  const { activeElement } = document
  if (isFocusFree() || activeElement?.closest('[role="dialog"], [role="menu"]') != null) return false
  return document.querySelector(panelMark) !== null && activeElement?.closest(keysMark) == null
}

/**
 * Of the panel that shows one view after the other: another view gets the focus, unless it was chosen by its tab or by something
 * that is in the panel still. @returns for the panel, which needs `data-view`
 */
export function useViewFocus(view: string): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = before.current === null
    before.current = view
    const { activeElement } = document
    const stays = activeElement?.closest('[role="tab"][aria-selected="true"], [role="dialog"]') != null || panel.current?.contains(activeElement) === true
    if (isFocusFree() || (!isFirst && !stays)) focusView()
  }, [view])
  return panel
}

/** What takes the keys of a view, and appears after it was chosen. @param only false: it does not, there */
export function useViewKeys(taker: RefObject<HTMLElement | null>, only = true): void {
  useEffect(() => {
    if (only && isFocusFree() && taker.current?.closest(panelMark) != null) taker.current.focus({ preventScroll: true })
  }, [taker, only])
}

/** Of the part of the window that shows one screen after the other: where none of it takes the focus, Tab begins there. */
export function useScreenFocus(screen: string): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(screen)
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || !isVisible(activeElement)) part.current?.focus({ preventScroll: true })
  }, [screen])
  return part
}
