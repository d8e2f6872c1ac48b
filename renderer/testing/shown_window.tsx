import { cleanup, render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { App } from '../App.tsx'
import type { Application } from '../application/application.ts'
import { createApplication } from '../application/application.ts'
import type { Preferences } from '../application/preferences.ts'
import { startApplication } from '../application/startup.ts'
import { prepareDom } from './dom.ts'
import type { FakeHost } from './fake_host.ts'
import { createFakeHost } from './fake_host.ts'

/** A made-up host, in a browser that remembers nothing of an earlier test. */
export function prepareHost(): FakeHost {
  localStorage.clear()
  prepareDom()
  return createFakeHost()
}

/**
 * The whole window on a host, as a page that was just loaded shows it; it is gone when the test has ended.
 * @param firstView as a person prefers it, where the run has more than values
 */
export function showWindow(host: FakeHost, firstView: Preferences['firstView'] = 'top-down'): Application {
  const application = createApplication(host)
  application.preferences.setState({ firstView })
  render(<App application={application} />)
  const stop = startApplication(application)
  onTestFinished(() => {
    stop()
    cleanup()
  })
  return application
}
