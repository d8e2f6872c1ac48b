import { configure } from '@testing-library/react'

/** A loaded machine may take its time to import what a view needs, in ms. */
const longestWait = 20_000

/** What jsdom lacks and the windows need: a layout with room for rows, observers that stay silent, media queries. */
export function prepareDom(): void {
  configure({ asyncUtilTimeout: longestWait })
  const height = 660
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => height })
  Element.prototype.scrollIntoView = () => {}
  globalThis.ResizeObserver = class implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
}
