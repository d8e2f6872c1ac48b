import react from '@vitejs/plugin-react'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const processors = availableParallelism()
/** Each of them records programs that keep a core busy; more at once would make each other slow, not done sooner. */
const recordingWorkers = Math.min(2, processors)
/** What takes as many workers runs side by side with it, everything else afterwards. */
const afterRecordings = { groupOrder: recordingWorkers === processors ? 0 : 1 }

/** npm run test:long sets it. The type of the configuration lacks tagsFilter. */
const chosenTests = { tagsFilter: [process.env['HAGSTONE_TESTS'] === 'long' ? 'long' : '!long'] }

/** ms. Many times what any test takes on a busy machine: only a test that hangs meets it. */
const hang = 600_000
/** Of each test, in every project. expect.poll would give up after a second. */
const limits = { testTimeout: hang, hookTimeout: hang, expect: { poll: { timeout: hang / 2 } } }

const nodeTests = globSync('{shared,electron,scripts}/**/*.test.ts', { cwd: import.meta.dirname })
/** What these change would also be so for the files after them. */
const changeTheirProcess = nodeTests.filter((file) =>
  /\bvi\.(mock|doMock|stub\w+|useFakeTimers)\(|process\.chdir\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Repeats on more inputs what another test shows. Runs with npm run test:long.' }],
    ...chosenTests,
    projects: [
      ...[
        { name: 'node', include: nodeTests.filter((file) => !changeTheirProcess.includes(file)), isolate: false },
        { name: 'node, each file alone', include: changeTheirProcess, isolate: true },
      ].map((project) => ({
        test: {
          ...project,
          environment: 'node' as const,
          // Vitest itself leaves one out, which of two is half.
          maxWorkers: processors,
          sequence: afterRecordings,
          ...limits,
        },
      })),
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          // A process for each file would load jsdom for each, which takes as long as a third of the tests.
          pool: 'vmThreads',
          include: ['renderer/**/*.test.{ts,tsx}'],
          maxWorkers: processors,
          sequence: afterRecordings,
          // Read by the test of the colours; all other style sheets are left out.
          css: { include: [/tokens\.css/] },
          ...limits,
        },
      },
      {
        test: {
          name: 'command line',
          environment: 'node',
          include: ['e2e/cli/**/*.test.ts'],
          globalSetup: ['e2e/bundled_command_line.ts'],
          ...limits,
          maxWorkers: recordingWorkers,
        },
      },
    ],
  },
})
