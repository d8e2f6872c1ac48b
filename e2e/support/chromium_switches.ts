/**
 * Features of Chromium that tests do without. The last switch of this name is the one that holds, so the first lines repeat what
 * Playwright itself leaves out (chromiumSwitches.ts of playwright-core 1.65).
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
  'MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin',
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  // Two pages of the address bar, loaded with every window: 1 s of processor time, a third of what opening a profile costs.
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
]

/** Chromium for tests: as root, in small containers, without a graphics processor, and silent on the network. */
export const chromiumSwitches: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  `--disable-features=${withoutFeatures.join(',')}`,
]
