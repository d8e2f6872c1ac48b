import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { GridColumn } from '../grid/columns.ts'
import { noColumnSettings } from '../grid/columns.ts'
import { RowPager } from '../grid/row_pager.ts'
import type { GridHandle } from '../grid/RowGrid.tsx'
import { RowGrid } from '../grid/RowGrid.tsx'
import '../styles/tokens.css'
import '../styles/base.css'

/** The grid over a million synthetic rows that arrive a few milliseconds late, as from a host. */
const rowCount = 1_000_000
const latency = 5

interface SyntheticRow {
  index: number
  name: string
  amount: number
}

declare global {
  interface Window {
    gridHandle: GridHandle | null
  }
}
window.gridHandle = null

const columns: Array<GridColumn<SyntheticRow>> = [
  {
    id: 'name',
    title: 'name',
    description: 'Name of the row',
    width: 200,
    minimumWidth: 80,
    alignment: 'start',
    flexible: true,
    fixed: true,
    sortable: false,
    descendingFirst: false,
    render: (row) => row.name,
  },
  {
    id: 'amount',
    title: 'amount',
    description: 'A number',
    width: 120,
    minimumWidth: 60,
    alignment: 'end',
    sortable: false,
    descendingFirst: true,
    render: (row) => row.amount,
    bar: (row) => ({ share: (row.index % 100) / 100, meaning: 'waste' }),
  },
]

function Harness() {
  const source = useMemo(() => {
    const pager = new RowPager<SyntheticRow>(async (start, count) => {
      await new Promise((resolve) => setTimeout(resolve, latency))
      const length = Math.max(0, Math.min(count, rowCount - start))
      return {
        version: 1,
        rowCount,
        rows: Array.from({ length }, (_, offset) => ({ index: start + offset, name: `row ${start + offset}`, amount: (start + offset) * 3 })),
      }
    })
    pager.reset(1, rowCount)
    return pager
  }, [])
  const [selected, setSelected] = useState<number | null>(null)
  return (
    <div style={{ height: '100vh' }}>
      <RowGrid<SyntheticRow>
        label="Synthetic rows"
        source={source}
        columns={columns}
        settings={noColumnSettings}
        onResize={() => {}}
        sort={null}
        onSort={() => {}}
        rowHeight={22}
        selectedIndex={selected}
        onSelect={setSelected}
        onActivate={() => {}}
        rowKey={(row) => String(row.index)}
        onFocus={(handle) => (window.gridHandle = handle)}
        empty="No rows."
      />
    </div>
  )
}

document.documentElement.dataset['theme'] = 'dark'
createRoot(document.getElementById('root') as HTMLElement).render(<Harness />)
