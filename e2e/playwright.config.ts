import { defineConfig } from '@playwright/test'
import '../scripts/test/own_directories.ts'
import { chromiumProgram } from './support/chromium_program.ts'
import { chromiumSwitches } from './support/chromium_switches.ts'

/** The windows in the browser of support/chromium_program.ts. */
export default defineConfig({
  testDir: '.',
  globalSetup: ['../scripts/test/own_directories.ts', './bundled_command_line.ts', './support/need_sampling.ts', './support/once_per_run.ts'],
  testMatch: '**/*.spec.ts',
  outputDir: '../build/test-results/playwright',
  // Each waits for its browser, its host or the program that it records for a good part of its time.
  workers: 2,
  // Many times what any test takes on a busy machine: only a test that hangs meets them.
  timeout: 600_000,
  expect: { timeout: 300_000 },
  // A test with this tag repeats what another test shows; npm run test:long runs it.
  ...(process.env['HAGSTONE_TESTS'] === 'long' ? { grep: /@long/ } : { grepInvert: /@long/ }),
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '../build/test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1600, height: 950 },
    colorScheme: 'dark',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace (--trace on) costs more than a quarter of the processor time of all tests.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumProgram,
      // For support/kept_context.ts.
      args: [...chromiumSwitches, '--process-per-site'],
    },
  },
})
