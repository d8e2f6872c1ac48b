/**
 * Queries by role ask for `display` and `visibility` of each element and of all above it, and nothing else of its style.
 * jsdom finds them by trying every rule of its style sheet, a third of the time of the windows' tests. These two follow from
 * the element's name, its type, and inline styles, unless a style sheet of the page sets one of them.
 */

type ComputeStyle = (element: Element) => CSSStyleDeclaration

/** Whether a style sheet sets `display` or `visibility`, by its number of rules: rules may be added later. */
const sheets = new WeakMap<CSSStyleSheet, { rules: number; decides: boolean }>()

function decides(sheet: CSSStyleSheet): boolean {
  const rules = sheet.cssRules.length
  const known = sheets.get(sheet)
  if (known?.rules === rules) return known.decides
  const found = [...sheet.cssRules].some((rule) => /display|visibility|@import/.test(rule.cssText))
  sheets.set(sheet, { rules, decides: found })
  return found
}

/** Rules of jsdom's style sheet for these depend on more than the name and the type. */
const needsAllRules = (element: Element): boolean =>
  element.hasAttribute('hidden') || element.hasAttribute('popover') || /^(dialog|details|summary)$/.test(element.localName)

/** Of elements without inline styles, by name and type. */
const displays = new Map<string, string>()

function displayOf(element: Element, compute: ComputeStyle): string {
  const inline = inlineStyle(element)
  if (inline !== null && inline.display !== '' && !isKeyword(inline.display)) return inline.display
  if (inline !== null || needsAllRules(element)) return compute(element).display
  const key = `${element.namespaceURI} ${element.localName} ${element.getAttribute('type')}`
  const known = displays.get(key) ?? compute(element).display
  displays.set(key, known)
  return known
}

/** Keywords would have to be resolved. */
const isKeyword = (value: string): boolean => /^(inherit|initial|unset|revert|revert-layer)$|var\(/.test(value)

function inlineStyle(element: Element): { display: string; visibility: string } | null {
  const text = element.getAttribute('style')
  if (text === null || !/display|visibility|all/.test(text)) return null
  return (element as HTMLElement | SVGElement).style
}

function visibilityOf(element: Element, compute: ComputeStyle): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const inline = inlineStyle(each)?.visibility ?? ''
    if (inline !== '') return isKeyword(inline) ? compute(element).visibility : inline
    // Hidden rows of tables are collapsed.
    if (needsAllRules(each)) return compute(element).visibility
  }
  return 'visible'
}

/** The computed style of an element in the page: of these two properties, quickly. @param compute jsdom's own, for all others */
export function shownStyle(element: Element, compute: ComputeStyle): CSSStyleDeclaration {
  for (const sheet of document.styleSheets) if (decides(sheet)) return compute(element)
  const values: Record<string, string> = { display: displayOf(element, compute), visibility: visibilityOf(element, compute) }
  let all: CSSStyleDeclaration | null = null
  const computed = (): CSSStyleDeclaration => (all ??= compute(element))
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      if (name === 'getPropertyValue') return (property: string): string => values[property] ?? computed().getPropertyValue(property)
      if (typeof name === 'string' && name in values) return values[name]
      const value: unknown = Reflect.get(computed(), name)
      return typeof value === 'function' ? value.bind(computed()) : value
    },
  })
}
