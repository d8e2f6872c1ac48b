/** Commands that copy and save tables. */
import type { Parameters } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { tableQuestion } from '../application/profiles.ts'
import { copyText } from '../application/save.ts'
import type { Command } from './command.ts'

type Table = Parameters<'export.csv'>['table']

const tables: Record<Table, string> = {
  pairs: 'the pairs',
  flat: 'the flat profile',
  threads: 'the threads',
  objects: 'the objects',
  reuse: 'the reuse distances',
  values: 'the value tables',
  statistics: 'the statistics',
}

/** Those that the window has itself: percentiles, statistics, comparisons. */
function shownTables(application: Application): Command {
  return {
    id: 'copy-table.shown',
    title: 'Copy the visible tables as Markdown',
    group: 'File',
    keys: [],
    scope: 'everywhere',
    enabled: () => document.querySelector('table.figures') !== null,
    async run() {
      const [{ drawnTables }, { markdownText }] = await Promise.all([import('../tables/drawn_tables.ts'), import('../../shared/tables/table_text.ts')])
      const tables = drawnTables(document)
      await copyText(tables.map(({ title, rows }) => `${title === '' ? '' : `${title}\n\n`}${markdownText(rows)}`).join('\n'))
      announce(application, `Copied as Markdown: ${tables.length === 1 ? 'one table' : `${tables.length} tables`}.`)
    },
  }
}

/** Tables of a profile for an issue. */
export function tableCommands(application: Application): Command[] {
  const { client, store } = application
  const hasTable = (table: Table): boolean => {
    const { profile, screen } = store.getState()
    if (profile === null || screen !== 'profile') return false
    const { run, objects } = profile.summary
    return table === 'objects'
      ? objects.length > 0
      : table === 'reuse'
        ? run.tools.includes('reuse-distance')
        : table === 'values'
          ? run.tools.includes('values')
          : true
  }
  return [
    shownTables(application),
    ...(Object.keys(tables) as Table[]).map((table): Command => ({
      id: `copy-table.${table}`,
      title: `Copy ${tables[table]} as a Markdown table`,
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => hasTable(table),
      async run() {
        const open = store.getState().profile
        if (open === null) return
        await copyText(await client.call('export.csv', { ...tableQuestion(open, table), format: 'markdown' }))
        announce(application, `Copied as a Markdown table: ${tables[table]}.`)
      },
    })),
  ]
}
