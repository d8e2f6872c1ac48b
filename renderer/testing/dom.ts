import { configure, prettyDOM } from '@testing-library/react'
import * as react from 'react'
import { shownStyle } from './shown_style.ts'

/** Time that a loaded machine may take to import a view's modules, in ms. */
const longestWait = 300_000

/** Adds features that jsdom lacks: a layout with room for rows, observers that stay silent, media queries, the page's own timing. */
export function prepareDom(): void {
  configure({ asyncUtilTimeout: longestWait, getElementError: elementError })
  window.getComputedStyle = keptComputedStyle
  const height = 660
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => height })
  performance.getEntriesByType ??= () => []
  Element.prototype.scrollIntoView = () => {}
  // By what React hides while a script loads.
  Element.prototype.checkVisibility = function (this: Element) {
    return this.isConnected && this.closest('[style*="display: none"]') === null
  }
  // There is no canvas to draw on.
  HTMLCanvasElement.prototype.getContext = () => null
  globalThis.ResizeObserver = class implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  window.matchMedia = (query) => ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
}

/** The page is printed when it is read in a report: while a test waits, most of these errors are discarded. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  return Object.defineProperty(error, 'message', { configurable: true, get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n') })
}

/**
 * React keeps the stack of each element that it creates, up to 10,000 a second, to name its owner in warnings: a tenth of the
 * time of these tests. Where React has no such count, this changes nothing.
 */
const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}

const computeStyle = window.getComputedStyle.bind(window)
let keptStyles = new WeakMap<Element, CSSStyleDeclaration>()
const forget = (): void => void (keptStyles = new WeakMap())
const changes = new MutationObserver(forget)
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

/** Queries by role ask for the style of each element and of all above it; until the page changes, one answer is enough. */
function keptComputedStyle(element: Element, pseudoElement?: string | null): CSSStyleDeclaration {
  if (pseudoElement || !element.isConnected) return computeStyle(element, pseudoElement)
  if (changes.takeRecords().length > 0) forget()
  const known = keptStyles.get(element)
  if (known !== undefined) return known
  const style = shownStyle(element, computeStyle)
  keptStyles.set(element, style)
  return style
}
