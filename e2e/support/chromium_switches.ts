/** Chromium for tests: as root, in small containers, without a graphics processor, and silent on the network. */
export const chromiumSwitches: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-gpu',
]
