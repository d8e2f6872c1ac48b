/**
 * Runs before each test file of the renderer. Files share a page and its modules: loading both for each file takes twice as
 * long as the tests. Each file finds the page as if it were new.
 */
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { prepareDom } from './dom.ts'

export function freshenPage(): void {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  document.title = ''
  for (const element of [document.documentElement, document.body]) for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.body.replaceChildren()
  document.head.replaceChildren()
  // A new page does not have these.
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(window, 'hagstone')
  prepareDom()
}

beforeAll(freshenPage)

const equalKeys = 'Encountered two children with the same key'
let complaints: string[] = []
const complain = console.error

/** React would leave rows behind that are gone, but reports that only on the console. */
beforeEach(() => {
  complaints = []
  console.error = (...words: unknown[]) => {
    if (String(words[0]).startsWith(equalKeys)) complaints.push(words.join(' '))
    else complain(...words)
  }
})
afterEach(() => {
  console.error = complain
  expect(complaints).toEqual([])
})
