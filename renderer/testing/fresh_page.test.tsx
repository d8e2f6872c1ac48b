import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { freshenPage } from './fresh_page.ts'

test('nothing that a file leaves behind reaches the next one', () => {
  const clean = { page: document.documentElement.outerHTML, clipboard: navigator.clipboard, WebSocket }
  render(<button type="button">of the file before</button>)
  localStorage.setItem('hagstone.preferences', '{}')
  sessionStorage.setItem('hagstone.shown', '{}')
  document.title = 'solver'
  document.documentElement.dataset['theme'] = 'light'
  document.body.className = 'printed'
  document.head.append(document.createElement('style'))
  Object.assign(window, { hagstone: {} })
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {} })
  vi.stubGlobal('WebSocket', null)
  vi.useFakeTimers()
  window.matchMedia = () => ({ matches: true }) as MediaQueryList

  freshenPage()

  expect(screen.queryByRole('button')).toBeNull()
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(document.documentElement.outerHTML).toBe(clean.page)
  expect(document.title).toBe('')
  expect('hagstone' in window).toBe(false)
  expect(navigator.clipboard).toBe(clean.clipboard)
  expect(WebSocket).toBe(clean.WebSocket)
  expect(vi.isFakeTimers()).toBe(false)
  expect(window.matchMedia('print').matches).toBe(false)
})
