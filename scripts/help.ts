/** `npm run help`: the purpose of each script of package.json. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export const purposes: Record<string, string> = {
  start: 'set up what is missing, record a sample, and open it in the app',
  test: 'set up what is missing and run every test; -- --changed: tests that your change can affect',
  setup: 'only set up what is missing; -- test, -- bench: also for these',
  build: 'same as setup: builds everything that runs',
  'build:native': 'build the sampler, exhaustive engine, symbols, samples, and native tests',
  'build:renderer': 'build the windows',
  'build:electron': 'build the command line and the Electron shell',
  lint: 'check mistakes, layers, import cycles, unused files and exports, and formatting',
  format: 'format TypeScript, styles, C, and C++',
  typecheck: 'check the types of all four TypeScript projects',
  'test:unit': 'run Vitest: -- FOLDER or -- e2e/cli/NAME',
  'test:e2e': 'run Playwright in Chromium: -- NAME',
  'test:long': 'run the tests that repeat others on more inputs',
  'test:faults': 'break the code one rule at a time; a test must fail each time (-- --help)',
  'test:repeat': 'run tests many times beside busy processes (-- --help)',
  'test:emulated': 'run tests that sample in an emulated machine, where this one swallows watchpoints (-- --help)',
  'test:emulated-windows': 'run window tests on samples recorded in the emulated machine (-- --help)',
  bench: 'measure the cost of recording and viewing, as ratios within one run',
  study: 'run the study on Debian programs (-- --help); -- tail-calls: restored frames against builds without tail calls',
  reliability: 'record repeatedly under adverse conditions (-- --help)',
  package: 'build the packages for npm and Debian, and the AppImage',
  docs: 'build the documentation site in build/docs',
  help: 'print this list',
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: Record<string, string> }
  for (const name of Object.keys(scripts)) process.stdout.write(`npm run ${name.padEnd(15)} ${purposes[name] ?? ''}\n`)
}
