/** The tree grid at a million rows: what e2e/views/treegrid.spec.ts asserted, test by test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './markdown.ts'
import { benchDirectory, root, run } from './tools.ts'

interface Suite {
  suites?: Suite[]
  specs?: Array<{ title: string; ok: boolean }>
}

function specs(suite: Suite): Array<{ title: string; ok: boolean }> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
}

export function gridSection(): string {
  const output = join(benchDirectory, 'treegrid.json')
  run(
    [
      process.execPath,
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      join(root, 'e2e/playwright.config.ts'),
      '--reporter=json',
      'treegrid',
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: output,
    },
  )
  const rows = specs(JSON.parse(readFileSync(output, 'utf8')) as Suite).map(({ title, ok }) => [title, ok ? 'yes' : 'no'])
  return `## Tree grid\n\n${table(['asserted in Chromium', 'holds'], rows)}`
}
