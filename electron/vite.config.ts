/**
 * Bundles the files that packages run into build/electron: main.mjs, cli.mjs and the workers, which share flat chunks,
 * and preload.cjs, one file, since a sandboxed preload cannot require our other files.
 */
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const provided = ['electron', ...builtinModules, /^node:/]

export default defineConfig(({ mode }) => ({
  root: source('.'),
  build: {
    ssr: true,
    outDir: source('../build/electron'),
    emptyOutDir: mode !== 'preload',
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions:
      mode === 'preload'
        ? {
            input: { preload: source('preload/preload.ts') },
            external: provided,
            output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
          }
        : {
            input: {
              main: source('main/main.ts'),
              cli: source('cli/main.js'),
              compiled_code: source('compiled_code.js'),
              analysis_worker: source('record/finishing/analysis_worker.ts'),
              comparison_worker: source('validate/comparison_worker.ts'),
              examine_worker: source('record/exhaustive/examine_worker.ts'),
              query_worker: source('services/query/query_worker.ts'),
              merge_worker: source('analysis/merge/merge_worker.ts'),
              file_worker: source('services/files/file_worker.ts'),
              export_worker: source('services/export/export_worker.ts'),
              live_worker: source('services/launch/live_worker.ts'),
            },
            external: provided,
            output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
          },
  },
  ssr: { noExternal: true },
}))
