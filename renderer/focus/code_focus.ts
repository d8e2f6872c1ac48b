/** Gives the keys to code, which may still be on its way. */
import { announce, type Application } from '../application/application.ts'

const codeMark = '.code-focus'
/** On a text that stands where something else will. */
const waitingMark = '.pulse'
/** On the question whether sources may be shown. */
const consentMark = '.side-consent'

/** What a person does while the keys wait for code: they belong there then. */
const deeds = ['keydown', 'pointerdown'] as const

/** Focuses the code of a pane, at once or when it is loaded; says so, or why there is none. @param pane its selector; it may not be there yet */
export function focusCode(application: Application, pane: string): void {
  if (tryFocus(application, pane)) return
  announce(application, 'The code is still loading. It gets the keys when it is there.')
  const observer = new MutationObserver(() => {
    if (tryFocus(application, pane)) stop()
  })
  const stop = (): void => {
    observer.disconnect()
    for (const deed of deeds) window.removeEventListener(deed, stop, { capture: true })
  }
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
  // The key that asked for the code has passed the window already.
  for (const deed of deeds) window.addEventListener(deed, stop, { capture: true })
}

/** @returns false while the code may still come */
function tryFocus(application: Application, pane: string): boolean {
  const shown = document.querySelector(pane)
  const code = shown?.querySelector<HTMLElement>(codeMark)
  code?.focus()
  if (code == null && (shown ?? document.querySelector('main'))?.querySelector(waitingMark) != null) return false
  if (hasConsentQuestion()) announce(application, 'The source needs your permission: press q to answer the question.')
  else if (code == null) announce(application, 'There is no code to read: the pane says why.')
  return true
}

export function hasConsentQuestion(): boolean {
  return document.querySelector(consentMark) !== null
}

/** Leads to the question whether sources may be shown; Tab goes through its answers. */
export function focusConsentQuestion(): void {
  document.querySelector<HTMLElement>(`${consentMark} button`)?.focus()
}
