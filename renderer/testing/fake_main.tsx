import { createApplication } from '../application/application.ts'
import { showWindow } from '../show_window.tsx'
import type { FakeHost } from './fake_host.ts'
import { createFakeHost } from './fake_host.ts'

declare global {
  interface Window {
    /** For a test to drive the page's host. */
    fakeHost: FakeHost
  }
}

window.fakeHost = createFakeHost()
showWindow(createApplication(window.fakeHost))
