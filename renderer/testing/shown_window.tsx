import { cleanup, render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { App } from '../App.tsx'
import type { Application } from '../application/application.ts'
import { createApplication } from '../application/application.ts'
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

/** The whole window on a host, as a page that was just loaded shows it; it is gone when the test has ended. */
export function showWindow(host: FakeHost): Application {
  const application = createApplication(host)
  render(<App application={application} />)
  const stop = startApplication(application)
  onTestFinished(() => {
    stop()
    cleanup()
  })
  return application
}
