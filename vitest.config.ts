/** Which tests Vitest runs, and where: in Node, or in a made-up page. */
import react from '@vitejs/plugin-react'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import './scripts/test/own_directories.ts'

const processors = availableParallelism()
/** One more than can be busy: beside the other suites of `npm test` this one ends last, and its programs wait for a part of their time. */
const workers = processors + 1
/** Each of them records programs that keep a core busy; more at once would make each other slow, not done sooner. */
const recordingWorkers = Math.min(3, workers)
/** What takes as many workers runs side by side with it, everything else afterwards. */
const afterRecordings = { groupOrder: recordingWorkers === workers ? 0 : 1 }

/** npm run test:long sets it. The type of the configuration lacks tagsFilter. */
const chosenTests = { tagsFilter: [process.env['HAGSTONE_TESTS'] === 'long' ? 'long' : '!long'] }

/**
 * ms. Many times what any test takes on a busy machine: only a test that hangs meets it. npm run test:faults makes tests hang,
 * and has seen each pass before.
 */
const hang = process.env['HAGSTONE_TESTS'] === 'faults' ? 120_000 : 600_000
/** Of each test, in every project. expect.poll would give up after a second. */
const limits = { testTimeout: hang, hookTimeout: hang, expect: { poll: { timeout: hang / 2 } } }

const nodeTests = globSync('{shared,electron,scripts}/**/*.test.ts', { cwd: import.meta.dirname })
/** What these change would also be so for the files after them. */
const changeTheirProcess = nodeTests.filter((file) =>
  /\bvi\.(mock|doMock|stub\w+|useFakeTimers)\(|process\.chdir\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)
const windowTests = globSync('renderer/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })
/** Modules stay loaded for the files after them. What they change of the page, renderer/testing/fresh_page.ts takes back. */
const changeTheirModules = windowTests.filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')))

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Repeats on more inputs what another test shows. Runs with npm run test:long.' }],
    ...chosenTests,
    globalSetup: ['scripts/test/own_directories.ts'],
    projects: [
      ...[
        { name: 'node', include: nodeTests.filter((file) => !changeTheirProcess.includes(file)), isolate: false },
        { name: 'node, each file alone', include: changeTheirProcess, isolate: true },
      ].map((project) => ({
        test: {
          ...project,
          environment: 'node' as const,
          setupFiles: ['scripts/test/remove_temporary_directories.ts'],
          maxWorkers: workers,
          sequence: afterRecordings,
          ...limits,
        },
      })),
      ...[
        { name: 'renderer', include: windowTests.filter((file) => !changeTheirModules.includes(file)), isolate: false },
        { name: 'renderer, each file alone', include: changeTheirModules, isolate: true },
      ].map((project) => ({
        plugins: [react()],
        resolve: {
          alias: [{ find: /^(\.\.?\/)+editor\/(CodeView|DiffView)\.tsx$/, replacement: join(import.meta.dirname, 'renderer/testing/editor/$2.tsx') }],
        },
        test: {
          ...project,
          environment: 'jsdom' as const,
          setupFiles: ['renderer/testing/fresh_page.ts'],
          maxWorkers: workers,
          sequence: afterRecordings,
          // Read by the tests of colours and lengths; style sheets that are imported for a page are left out.
          css: { include: [/\.css\?raw/] },
          ...limits,
        },
      })),
      {
        test: {
          name: 'command line',
          environment: 'node',
          // They change nothing of their process: what they record runs in others.
          isolate: false,
          include: ['e2e/cli/**/*.test.ts'],
          globalSetup: ['e2e/bundled_command_line.ts', 'e2e/support/need_sampling.ts'],
          setupFiles: ['e2e/cli/skipped_tests.ts', 'scripts/test/remove_temporary_directories.ts'],
          ...limits,
          maxWorkers: recordingWorkers,
        },
      },
    ],
  },
})
