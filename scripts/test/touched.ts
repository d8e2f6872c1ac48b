/** Selects the tests that a change can affect, by the paths of the changed files. Vitest itself finds the importers of a TypeScript file. */

export interface Touched {
  /** Vitest's files and folders whose tests read these files without importing them. */
  vitest: string[]
  /** All tests that run the command line. */
  commandLine: boolean
  /** Directories below build/native whose tests run; '' for all. */
  native: string[]
  /** Playwright's specs. */
  windows: 'all' | 'none' | string[]
  /** Native tests with sanitizers, and the fuzzers. */
  sanitizers: boolean
}

type Effect = Partial<Touched>

const everything: Effect = { vitest: ['electron', 'renderer', 'scripts', 'shared'], commandLine: true, native: [''], windows: 'all', sanitizers: true }
/** Tests that call the native addon. */
const usersOfSymbols = ['electron/symbols', 'electron/analysis', 'electron/record']

/** The first rule that fits a path counts. */
const rules: Array<[RegExp, Effect | ((path: string) => Effect)]> = [
  [/\.spec\.ts$/, (path) => ({ windows: [path] })],
  [/\.test\.tsx?$/, {}],
  [/^e2e\/cli\//, { commandLine: true }],
  [/^e2e\//, { commandLine: true, windows: 'all' }],
  [/^\.vscode\//, { vitest: ['scripts/editor_configuration.test.ts'] }],
  [/^(LICENSE|\.gitignore|\.clang-format|knip\.json|CONTRIBUTING\.md|ARCHITECTURE\.md)$/, {}],
  [/^(docs\/|README\.md$)/, { vitest: ['scripts/documentation', 'e2e/cli/documents.test.ts'] }],
  [/\.testing\.tsx?$/, {}],
  [/^renderer\//, { windows: 'all' }],
  [/^(shared|electron)\//, { commandLine: true, windows: 'all' }],
  [/^hagstone$/, { commandLine: true, windows: 'all' }],
  [/^scripts\/test\/sanitizers\.sh$/, { sanitizers: true }],
  [
    /^scripts\/(bench|study|reliability|documentation|test|setup|package)(\/|\.sh$)/,
    (path) => ({ vitest: [path.split('/').slice(0, 2).join('/').replace(/\.sh$/, '')] }),
  ],
  [/^native\/agent\/code\//, { native: ['agent', 'exhaustive'], commandLine: true, sanitizers: true }],
  [/^native\/agent\//, { native: ['agent'], commandLine: true, sanitizers: true }],
  [/^native\/exhaustive\//, { native: ['exhaustive'], commandLine: true }],
  [/^native\/symbols\//, { native: ['symbols'], vitest: usersOfSymbols, commandLine: true, sanitizers: true }],
  [/^native\/tracer\//, { native: ['tracer', 'agent'], commandLine: true }],
  [/^native\/fuzz\//, { sanitizers: true }],
  [/^native\//, { native: [''], vitest: usersOfSymbols, commandLine: true, sanitizers: true }],
]

/** A file that no rule knows touches everything. */
export function touchedBy(paths: string[]): Touched {
  const effects = paths.map((path): Effect => {
    const effect = rules.find(([pattern]) => pattern.test(path))?.[1] ?? everything
    return typeof effect === 'function' ? effect(path) : effect
  })
  const windows = effects.flatMap(({ windows = [] }) => windows)
  return {
    vitest: [...new Set(effects.flatMap(({ vitest = [] }) => vitest))].toSorted(),
    commandLine: effects.some(({ commandLine }) => commandLine === true),
    native: [...new Set(effects.flatMap(({ native = [] }) => native))].toSorted(),
    windows: windows.includes('all') ? 'all' : windows.length === 0 ? 'none' : [...new Set(windows)].toSorted(),
    sanitizers: effects.some(({ sanitizers }) => sanitizers === true),
  }
}
