import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['renderer/**/*.test.{ts,tsx}'],
          // Read by the test of the colours; all other style sheets are left out.
          css: { include: [/tokens\.css/] },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'command line',
          environment: 'node',
          include: ['e2e/cli/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Each of them records programs that keep a core busy; more at once would make each other slow, not done sooner.
          maxWorkers: 2,
        },
      },
    ],
  },
})
