/** Where a page continues whose host has ended, if this browser opened the address of another host on this machine since. */
import { useEffect, useState } from 'react'
import { newestHost } from '../../shared/rpc/session.ts'

/** ms between two looks. */
const pause = 1000

/** Address of the other host; null while there is none. @param wanted the host of this page has ended */
export function useNewerHost(wanted: boolean): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    // In Electron a page ends together with its host.
    if (!wanted || window.hagstone !== undefined) return
    forgetOwn()
    const look = (): void => setAddress(newerHost())
    look()
    const timer = setInterval(look, pause)
    return () => clearInterval(timer)
  }, [wanted])
  return wanted ? address : null
}

function newerHost(): string | null {
  const port = newestPort()
  const { protocol, hostname } = window.location
  return port === null || port === window.location.port ? null : `${protocol}//${hostname}:${port}/`
}

/** So that no page leads to the host that ended. */
function forgetOwn(): void {
  if (newestPort() === window.location.port) document.cookie = `${newestHost}=; Path=/; Max-Age=0; SameSite=Strict`
}

function newestPort(): string | null {
  return new RegExp(`(?:^|; )${newestHost}=(\\d{1,5})(?:;|$)`).exec(document.cookie)?.[1] ?? null
}
