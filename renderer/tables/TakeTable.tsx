import type { Rows } from '../../shared/tables/table_text.ts'
import { announce } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { copyText, saveFile } from '../application/save.ts'

interface TakeTableProps {
  /** "the groups of pairs". */
  name: string
  /** Without an ending. */
  fileName: string
  /** The whole table, its titles first. */
  rows(): Promise<Rows>
}

/** The ways to take a table along that no command has. */
export function TakeTable({ name, fileName, rows }: TakeTableProps) {
  const application = useApplication()
  async function take(kind: 'csv' | 'markdown'): Promise<void> {
    const [table, { csvText, markdownText }] = await Promise.all([rows(), import('../../shared/tables/table_text.ts')])
    if (kind === 'csv') saveFile(`${fileName}.csv`, csvText(table), 'text/csv;charset=utf-8')
    else await copyText(markdownText(table))
    announce(application, kind === 'csv' ? `${fileName}.csv was saved.` : `Copied as a Markdown table: ${name}.`)
  }
  return (
    <ExportMenu
      what={name}
      choices={[
        { title: 'Save as CSV', run: () => take('csv') },
        { title: 'Copy as Markdown', run: () => take('markdown') },
      ]}
    />
  )
}
