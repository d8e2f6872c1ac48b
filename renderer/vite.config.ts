/** Builds the windows. */
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * `vite build` makes the product's window; `vite build --mode test` adds the pages that only tests open
 * (the grid fed with synthetic rows, the window on a fake host) and writes beside the product, never into it.
 */
export default defineConfig(({ mode, command }) => {
  // Tests set another, and building from one of them made a window a quarter larger, with the development half of React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return configuration(mode)
})

const configuration = (mode: string): UserConfig => ({
  root: here('.'),
  base: './',
  plugins: [react()],
  build: {
    outDir: here(mode === 'test' ? '../build/renderer-test' : '../build/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: mode === 'test' ? { harness: here('harness.html'), fake: here('fake.html') } : { index: here('index.html') },
    },
  },
  worker: { format: 'es' },
})
