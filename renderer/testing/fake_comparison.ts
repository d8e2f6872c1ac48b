/** Two runs of the made-up solver: in the new one init_row no longer zeroes rows, and fill_row moved. Only tests use it. */
import { comparePercentiles } from '../../shared/compare/compared_distances.ts'
import type {
  ComparedFindingList,
  ComparedFindingRow,
  ComparedObject,
  ComparedPair,
  ComparedPairColumn,
  ComparedPairFilter,
  ComparedPairRow,
  ComparedTotals,
  Normalisation,
  PairStatus,
} from '../../shared/comparison.ts'
import type { ComparedNumber, ComparedRatio, Significance } from '../../shared/compare/compared_number.ts'
import type { FindingPlace } from '../../shared/findings/finding.ts'
import type { ComparisonSummary, Methods } from '../../shared/rpc/contract.ts'
import type { TreeKind, TreeRow, TreeWindow } from '../../shared/rpc/trees.ts'
import type { Tool } from '../../shared/run.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { FakeTree } from './fake_tree.ts'
import { fakePairs, fakeReuse, fakeSummary, lines, solverFile } from './fake_profile.ts'

const second = 1e9

function number(old: number, present: number, significance: Significance = 'significant'): ComparedNumber {
  const change = present - old
  return {
    old,
    new: present,
    change,
    relative: old === 0 ? null : change / old,
    ci95: significance === 'significant' || significance === 'noise' ? [change - 0.1 * second, change + 0.1 * second] : null,
    significance,
  }
}

function ratio(old: number | null, present: number | null, significance: Significance = 'significant'): ComparedRatio {
  const change = old === null || present === null ? null : present - old
  return {
    old,
    new: present,
    change,
    ci95: change === null || significance === 'unknown' || significance === 'exact' ? null : [change - 0.015, change + 0.015],
    significance,
  }
}

function pair(id: number, status: PairStatus, old: number, present: number, rest: Partial<ComparedPair> = {}): ComparedPairRow {
  const { row, source } = fakePairs[id] as (typeof fakePairs)[number]
  const side = (which: 'source' | 'target'): ComparedPair['source'] => {
    const line = row[`${which}Line`]
    return {
      function: row[`${which}Function`],
      file: row[`${which}File`],
      files: { old: row[`${which}File`], new: row[`${which}File`] },
      oldLine: status === 'new' ? null : line,
      newLine: status === 'gone' ? null : line,
      text: row[which],
    }
  }
  return {
    pair: id,
    node: source.node,
    tool: row.tool,
    relation: row.relation,
    status,
    moved: null,
    source: side('source'),
    target: side('target'),
    object: row.object,
    oldPair: status === 'new' ? null : id,
    newPair: status === 'gone' ? null : id,
    waste: number(old * second, present * second, status === 'unchanged' ? 'noise' : 'significant'),
    use: number(row.use, row.use, 'noise'),
    reused: number(0, 0, 'exact'),
    shareOfTotal: ratio(old / 8.9, present / 8.9),
    traps: { old: Math.round(old * 580), new: Math.round(present * 580) },
    ...rest,
  }
}

const moved = {
  function: 'fill_row',
  file: solverFile,
  files: { old: solverFile, new: solverFile },
  oldLine: lines.value - 9,
  newLine: lines.value,
  text: `fill_row ${solverFile}:${lines.value}`,
}
const fakeComparedPairs: ComparedPairRow[] = [
  pair(0, 'gone', 3.08, 0),
  pair(1, 'changed', 0.62, 1.9, { moved: 'lines', source: moved, target: moved }),
  pair(2, 'unchanged', 0.16, 0.17),
  pair(3, 'new', 0, 0.4),
  pair(5, 'unchanged', 0, 0),
  pair(7, 'changed', 1.1, 0.2),
  pair(12, 'unchanged', 0, 0, { reused: number(8.4 * second, 8.5 * second, 'noise') }),
]

function finding(status: ComparedFindingRow['status'], id: number, title: string, old: number, present: number): ComparedFindingRow {
  const found = fakeComparedPairs.find((each) => each.pair === id)!
  const placesOf = (line: 'oldLine' | 'newLine'): FindingPlace[] =>
    (['source', 'target'] as const).map((end) => ({
      role: end === 'source' ? 'earlier' : 'later',
      function: found[end].function,
      file: found[end].file,
      line: found[end][line],
      text: null,
      inLibrary: null,
    }))
  return {
    status,
    title,
    amount: { ...number(old, present, status === 'unchanged' ? 'noise' : 'significant'), ci95: [present - old - 0.05, present - old + 0.05] },
    pair: found,
    places: { old: found.status === 'new' ? null : placesOf('oldLine'), new: found.status === 'gone' ? null : placesOf('newLine') },
  }
}

/** Seconds of CPU time. */
const fakeComparedFindings: ComparedFindingList = {
  verdict:
    '14.5 s of dead stores are gone (95 % CI 9.81 s to 19.2 s); the run takes 16.6 % less CPU time (131 s → 110 s, one run each). 1 finding gone, 1 smaller, 1 larger, 1 new.',
  unit: 'seconds',
  findings: [
    finding('gone', 0, 'fill_row() overwrites everything that init_row() has just written to row[j]', 16.2, 0),
    finding('smaller', 7, 'fill_row() stores values that row[j] already has', 1.2, 0.3),
    finding('larger', 1, 'fill_row() overwrites what it has just written', 0.62, 1.9),
    finding('new', 3, 'init_row() zeroes each row twice', 0, 0.4),
    finding('unchanged', 2, 'libfmt.so.9 overwrites its buffer', 0.16, 0.17),
  ],
}

const counted: ComparedTotals['pairs'] = { new: 1, gone: 1, changed: 1, unchanged: 1, moved: 1 }
function totals(factor: number): Partial<Record<Tool, ComparedTotals>> {
  const rest = { reused: number(0, 0), traps: { old: 4210, new: 2950 }, pairs: counted }
  return {
    'dead-stores': {
      ...rest,
      waste: number(3.9 * second, 2.5 * factor * second),
      use: number(4.98 * second, 5 * factor * second, 'noise'),
      fraction: ratio(0.4392, 0.3333),
      fractionIntervals: { old: [0.428, 0.4501], new: [0.321, 0.346] },
    },
    'silent-stores': {
      ...rest,
      waste: number(1.2 * second, 1.25 * factor * second, 'noise'),
      use: number(4.9 * second, 4.9 * factor * second, 'noise'),
      fraction: ratio(0.197, 0.203, 'noise'),
      fractionIntervals: { old: [0.18, 0.21], new: [0.19, 0.216] },
    },
    'reuse-distance': {
      ...rest,
      waste: number(0, 0),
      use: number(0, 0),
      reused: number(9.4 * second, 9.1 * factor * second, 'noise'),
      fraction: ratio(null, null, 'unknown'),
      fractionIntervals: { old: null, new: null },
    },
  }
}

const factors: Record<Normalisation, number> = { run: 1, accesses: 1.1, time: 1.2 }
const run = fakeSummary.run
export const fakeComparison: Omit<ComparisonSummary, 'comparison'> = {
  old: { path: '/home/ada/solver/solver-old.hagstone', run },
  new: { path: '/home/ada/solver/solver.hagstone', run: { ...run, duration: 112, startedAt: '2026-11-21T08:02:00Z' } },
  unit: 'ns',
  tools: ['dead-stores', 'silent-stores', 'reuse-distance'],
  onlyOld: ['false-sharing'],
  onlyNew: [],
  normalisations: ['run', 'time'],
  cost: { wallSeconds: ratio(134, 112, 'unknown'), cpuSeconds: ratio(131.4, 109.6, 'unknown'), energy: ratio(null, null, 'unknown') },
  spent: null,
  notes: ['Both programs differ: pairs were matched by function, relative line and the text of their lines.'],
  totals: { run: totals(1), time: totals(1.2) },
}

const objects: ComparedObject[] = [
  {
    tool: 'dead-stores',
    name: 'rows + 0x40',
    module: '/home/ada/solver/solver',
    waste: number(0.7 * second, 0.1 * second),
    use: number(0, 0, 'exact'),
    traps: { old: 380, new: 60 },
    pairs: { old: 1, new: 1 },
  },
]

function passes(row: ComparedPair, filter: ComparedPairFilter): boolean {
  if (filter.wastefulOnly && row.waste.old === 0 && row.waste.new === 0) return false
  if (filter.status === 'moved' ? row.moved === null : filter.status !== null && row.status !== filter.status) return false
  if (filter.direction !== 'all' && (row.status === 'unchanged' || row.waste.change < 0 !== (filter.direction === 'wins'))) return false
  return [row.source.text, row.target.text].some((text) => text.includes(filter.search))
}

function sortValue(row: ComparedPair, column: ComparedPairColumn): number | string {
  if (column === 'status') return row.status
  if (column === 'source' || column === 'target') return row[column].text
  if (column === 'oldWaste') return row.waste.old
  return column === 'wasteChange' ? row.waste.change : column === 'newWaste' ? row.waste.new : Math.abs(row.waste.change)
}

/** The made-up profile's tree, half of whose waste is gone in the new run; write_grid is gone altogether. */
export class FakeComparedTree extends FakeTree {
  normalisation: Normalisation
  constructor(kind: TreeKind, tool: Tool, normalisation: Normalisation) {
    super(kind, tool)
    this.normalisation = normalisation
  }
  renormalise(normalisation: Normalisation): { version: number } {
    this.normalisation = normalisation
    return { version: ++this.version }
  }
  override window(start: number, count: number): TreeWindow {
    const window = super.window(start, count)
    return { ...window, rows: window.rows.map((row) => ({ ...row, compared: this.#compared(row) })) }
  }
  #compared({ label, metrics, file, line }: TreeRow): NonNullable<TreeRow['compared']> {
    const present = label === 'write_grid' ? 0 : 0.5 * factors[this.normalisation]
    const of = (value: number): ComparedNumber => number(value, value * present)
    return {
      wasteInclusive: of(metrics.wasteInclusive),
      useInclusive: number(metrics.useInclusive, metrics.useInclusive, 'noise'),
      wasteExclusive: of(metrics.wasteExclusive),
      useExclusive: number(0, 0, 'exact'),
      fractionInclusive: ratio(0.44, 0.3),
      traps: { old: metrics.traps, new: Math.round(metrics.traps / 2) },
      only: present === 0 ? 'old' : null,
      places: file === null ? { old: null, new: null } : { old: { file, line }, new: { file, line } },
    }
  }
}

type CompareMethods =
  | 'compare.open'
  | 'compare.close'
  | 'compare.find'
  | 'compare.findings'
  | 'compare.pairs'
  | 'compare.objects'
  | 'compare.reuse'
  | 'compare.export'
export const fakeCompareHandlers: { [M in CompareMethods]: (parameters: Methods[M]['parameters']) => Methods[M]['result'] } = {
  'compare.open': ({ old, new: present }) => {
    if (old === present) throw new RpcError('refused', 'A profile cannot be compared with itself; choose another one.')
    return { ...fakeComparison, comparison: 1 }
  },
  'compare.close': () => null,
  'compare.find': () => ({ node: 1 }),
  'compare.findings': () => fakeComparedFindings,
  'compare.pairs': ({ tool, filter, sort, start, count }) => {
    const ofTool = fakeComparedPairs.filter((row) => row.tool === tool)
    const rows = ofTool
      .filter((row) => passes(row, filter))
      .sort((a, b) => {
        const [x, y] = [sortValue(a, sort.column), sortValue(b, sort.column)]
        return (sort.descending ? -1 : 1) * (typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y))
      })
    return { rowCount: rows.length, totalCount: ofTool.length, rows: rows.slice(start, start + count) }
  },
  'compare.objects': ({ tool, start, count }) => {
    const rows = objects.filter((row) => row.tool === tool)
    return { rowCount: rows.length, rows: rows.slice(start, start + count) }
  },
  'compare.reuse': () => {
    const older = {
      ...fakeReuse,
      time: { ...fakeReuse.time, bins: fakeReuse.time.bins.toReversed().map((bin, index) => ({ ...(fakeReuse.time.bins[index] ?? bin), share: bin.share })) },
    }
    const evidence = { old: older, new: fakeReuse }
    return {
      ...evidence,
      granularity: 'line',
      similarity: { time: 0.312, stack: null },
      percentiles: { time: comparePercentiles(older.time, fakeReuse.time, evidence), stack: [] },
      missRatio: [],
    }
  },
  'compare.export': ({ table, format }) => (format === 'csv' ? `table\n${table}\n` : `| table |\n|---|\n| ${table} |\n`),
}
