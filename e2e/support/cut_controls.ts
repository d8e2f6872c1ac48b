import type { Page } from '@playwright/test'

/** Names of controls of which less than half is to be seen and that no scrolling brings into sight. */
export function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = document.querySelector('[role=dialog]') ?? document.body
    const controls = [...top.querySelectorAll<HTMLElement>('button, input, select, textarea, [role=tab], [role=radio], summary')]
    const isCut = (control: HTMLElement): boolean => {
      const box = control.getBoundingClientRect()
      if (
        box.width === 0 ||
        box.height === 0 ||
        control.closest('.monaco-editor, .visually-hidden') !== null ||
        getComputedStyle(control).visibility === 'hidden'
      )
        return false
      let { left, top: upper, right, bottom } = box
      let scrolls = { x: false, y: false }
      for (let around = control.parentElement; around !== null; around = around.parentElement) {
        const style = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        // Content hidden by a scrolled ancestor can be scrolled to; from there on the ancestor's own box counts.
        if (/auto|scroll/.test(style.overflowX) || around.role === 'grid' || around.role === 'treegrid') scrolls = { ...scrolls, x: true }
        if (/auto|scroll/.test(style.overflowY) || around.role === 'grid' || around.role === 'treegrid') scrolls = { ...scrolls, y: true }
        if (style.overflowX !== 'visible' && !scrolls.x) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
        if (style.overflowY !== 'visible' && !scrolls.y) [upper, bottom] = [Math.max(upper, edge.top), Math.min(bottom, edge.bottom)]
      }
      if (!scrolls.x) [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)]
      if (!scrolls.y) [upper, bottom] = [Math.max(upper, 0), Math.min(bottom, innerHeight)]
      return Math.max(0, right - left) * Math.max(0, bottom - upper) < 0.5 * box.width * box.height
    }
    return controls.filter(isCut).map((control) => (control.ariaLabel ?? control.textContent).trim().slice(0, 40) || control.tagName)
  })
}

/** Texts in toolbars, chosen entries of lists, and hints of empty fields that do not fit where they stand. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!
    const widthOf = (text: string, { font }: CSSStyleDeclaration): number => {
      pen.font = font
      return pen.measureText(text).width
    }
    const room = (element: HTMLElement, { paddingLeft, paddingRight }: CSSStyleDeclaration): number =>
      element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return [...document.querySelectorAll<HTMLElement>('.toolbar select, .toolbar input, .toolbar .dim')].flatMap((element) => {
      const style = getComputedStyle(element)
      const text =
        element instanceof HTMLSelectElement
          ? (element.selectedOptions[0]?.text ?? '')
          : element instanceof HTMLInputElement
            ? element.placeholder
            : element.textContent.trim()
      const isCut = element.matches('select, input') ? widthOf(text, style) > room(element, style) + 1 : element.scrollWidth > element.clientWidth + 1
      return isCut ? [text] : []
    })
  })
}
