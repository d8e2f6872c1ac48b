/** What queries by role read of styles is what jsdom computes. */
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareHost, showWindow } from './shown_window.tsx'
import { shownStyle } from './shown_style.ts'

/** jsdom's own, which dom.ts replaces in this window. */
const compute = (element: Element): CSSStyleDeclaration => {
  const { contentWindow } = document.querySelector('iframe')!
  return contentWindow!.getComputedStyle(element)
}

function differences(): string[] {
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const quick = shownStyle(element, compute)
    const whole = compute(element)
    const both = (['display', 'visibility'] as const).map((name) => [quick[name], quick.getPropertyValue(name), whole[name]])
    return both.every(([one, two, three]) => one === three && two === three) ? [] : [`${element.outerHTML.slice(0, 100)}: ${JSON.stringify(both)}`]
  })
}

beforeEach(() => {
  document.head.replaceChildren()
  document.body.replaceChildren(document.createElement('iframe'))
})

test('of a whole window, with a menu', async () => {
  showWindow(prepareHost())
  await screen.findByRole('row', { name: /^.?main/ })
  expect(differences()).toEqual([])
  fireEvent.keyDown(screen.getByRole('button', { name: /^columns/i }), { key: 'Enter' })
  await screen.findAllByRole('menuitemcheckbox')
  expect(document.querySelectorAll('*').length).toBeGreaterThan(300)
  expect(differences()).toEqual([])
})

test.each([
  '<div hidden><span>a</span></div>',
  '<div style="display: none"><b>a</b></div><div style="display: flex"></div>',
  '<div style="visibility: hidden"><p>a</p><p style="visibility: visible">b<i>c</i></p></div>',
  '<div style="visibility: hidden"><p style="visibility: inherit">a</p><p style="visibility: initial">a</p></div>',
  '<div style="display: none"><p style="display: inherit">a</p></div>',
  '<table><tbody hidden><tr><td>a</td></tr></tbody></table><input type="hidden"><input><dialog>a</dialog><dialog open>b</dialog>',
  '<div popover>a</div><details><summary>a</summary><p>b</p></details><svg><g hidden><text>a</text></g></svg>',
  '<style>.a { display: none } .b { visibility: hidden }</style><p class="a">a</p><p class="b"><b>b</b></p>',
  '<style>.a { color: red }</style><p class="a" style="all: initial">a</p>',
])('of %s', (html) => {
  const place = document.body.appendChild(document.createElement('main'))
  place.innerHTML = html
  expect(differences()).toEqual([])
})

test('other properties are those of the whole style', () => {
  const place = document.body.appendChild(document.createElement('p'))
  place.style.setProperty('color', 'red')
  expect(shownStyle(place, compute).color).toBe('rgb(255, 0, 0)')
  expect(shownStyle(place, compute).getPropertyValue('color')).toBe('rgb(255, 0, 0)')
})

test('rules that are added to a style sheet count', () => {
  const sheet = document.head.appendChild(document.createElement('style')).sheet!
  const place = document.body.appendChild(document.createElement('p'))
  expect(shownStyle(place, compute).display).toBe('block')
  sheet.insertRule('p { display: none }')
  expect(shownStyle(place, compute).display).toBe('none')
})
