/** `npm run help`: what each script of package.json is for. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export const purposes: Record<string, string> = {
  start: 'set up what is missing, record a sample and open the app on it',
  test: 'set up what is missing and run every test; -- --changed: what a change can touch',
  setup: 'only set up what is missing; -- test, -- bench: for these too',
  build: 'the same as setup: everything that runs',
  'build:native': 'sampler, exhaustive engine, symbols, samples and native tests',
  'build:renderer': 'the windows',
  'build:electron': 'the Electron shell',
  lint: 'mistakes, layers, circles of imports, unused files and exports, and formatting',
  format: 'format TypeScript, styles, C and C++',
  typecheck: 'the types of all four TypeScript projects',
  'test:unit': 'Vitest: -- FOLDER or -- e2e/cli/NAME',
  'test:e2e': 'Playwright in Chromium: -- NAME',
  'test:long': 'what repeats another test on more inputs',
  'test:faults': 'break the code one rule at a time; a test must fail each time',
  'test:repeat': 'run tests many times beside busy processes',
  bench: 'what recording and viewing cost, as ratios within one run',
  study: 'the study on programs of Debian; -- tail-calls: restored frames against builds without tail calls',
  reliability: 'record under trouble, again and again',
  package: 'packages for npm, Debian and as an AppImage',
  docs: 'the documents as a site, in build/docs',
  help: 'this list',
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: Record<string, string> }
  for (const name of Object.keys(scripts)) process.stdout.write(`npm run ${name.padEnd(15)} ${purposes[name] ?? ''}\n`)
}
