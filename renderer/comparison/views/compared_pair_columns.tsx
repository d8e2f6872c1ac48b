import type { ComparedPair, ComparedPairColumn, ComparedPlace, ComparedTotals, PairMove, PairStatus } from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import type { Tool, Unit } from '../../../shared/run.ts'
import { AccessMark } from '../../components/AccessMark.tsx'
import { FittingName } from '../../components/FittingName.tsx'
import { Amount, Percent } from '../../components/Figures.tsx'
import { fileName, placeText } from '../../format/paths.ts'
import { countText } from '../../format/quantities.ts'
import type { GridColumn } from '../../grid/columns.ts'
import { relationMeaning, relationWords } from '../../tools/relations.ts'
import { shareEvidence, type EvidenceBasis } from '../../tools/evidence.ts'
import { ofPart, partClass } from '../../tools/measured_columns.ts'
import { comparesValues, isNeutral } from '../../tools/tools.ts'
import { AmountChange, Relative, ShareChange } from '../ChangeFigures.tsx'
import { toneOf } from '../change_text.ts'

type Column = GridColumn<ComparedPair>

export const statusWords: Record<PairStatus, { sign: string; description: string }> = {
  new: { sign: '+', description: 'Only the new run has the pair' },
  gone: { sign: '−', description: 'Only the old run has the pair' },
  changed: { sign: 'Δ', description: 'Both runs have the pair, with amounts that differ beyond the noise' },
  unchanged: { sign: '=', description: 'The same amount in both runs; ≈ within the noise, also where only one run has an observation of a rare pair' },
}

const moveWords: Record<PairMove, string> = {
  lines: 'Now at other lines of its functions or files',
  path: 'Now below other callers: a wrapper, or another path',
  text: 'Matched only by the text of its lines',
}

/** Status, both accesses, and old, new, Δ, Δ % of the tool's amount. */
export function comparedPairColumns(tool: Tool, unit: Unit, totals: ComparedTotals | undefined, basis: Record<Side, EvidenceBasis>): Column[] {
  const neutral = isNeutral(tool)
  const amount = neutral ? 'reused' : 'waste'
  const largest = Math.max(totals?.[amount].old ?? 0, totals?.[amount].new ?? 0)
  const better = neutral ? 'neither' : 'less'
  const measured = totals?.measured ?? {}
  const amountWidth = neutral ? 98 : 86
  return [
    column('status', 'status', 'New, gone, changed, or unchanged; → if it moved to another place', 164, {
      alignment: 'start',
      fixed: true,
      descendingFirst: false,
      render: (row) => <Status row={row} />,
    }),
    column('source', 'earlier access', 'Where the bytes were accessed first', 190, {
      alignment: 'start',
      descendingFirst: false,
      flexible: true,
      fixed: true,
      minimumWidth: 120,
      render: (row) => <Access side="source" what={relationWords(tool, row.relation).source} place={row.source} />,
    }),
    column('relation', 'relation', 'Effect of the later access on the earlier one', comparesValues(tool) ? 128 : 96, {
      importance: -100,
      alignment: 'start',
      descendingFirst: false,
      render: (row) => (
        <span className="pair-relation" title={relationMeaning[row.relation]}>
          {row.relation}
        </span>
      ),
    }),
    column('target', 'later access', 'Where the same bytes were accessed next', 190, {
      alignment: 'start',
      grows: true,
      importance: Infinity,
      descendingFirst: false,
      minimumWidth: 120,
      render: (row) => <Access side="target" what={relationWords(tool, row.relation).target} place={row.target} />,
    }),
    ...(tool === 'false-sharing' || tool === 'spatial-loads'
      ? [
          column('object', 'object', 'The data that the bytes belong to', 110, {
            alignment: 'start',
            descendingFirst: false,
            render: (row) => (
              <span className="tree-label" title={row.object ?? undefined}>
                {row.object ?? '–'}
              </span>
            ),
          }),
        ]
      : []),
    column('oldWaste', `${amount} old`, `The pair's ${amount === 'waste' ? 'wasted accesses' : 'reuses'} in the old run`, amountWidth, {
      render: (row) => <Amount value={row[amount].old} unit={unit} />,
    }),
    column('newWaste', `${amount} new`, `The pair's ${amount === 'waste' ? 'wasted accesses' : 'reuses'} in the new run, normalised`, amountWidth, {
      render: (row) => <Amount value={row[amount].new} unit={unit} />,
    }),
    column('wasteChange', `Δ ${amount}`, 'new − old; sorts by size, then by sign', 96, {
      importance: 2,
      render: (row) => <AmountChange value={row[amount]} unit={unit} better={better} />,
      bar: (row) => {
        const tone = toneOf(row[amount], better)
        return largest === 0 ? null : { share: Math.abs(row[amount].change) / largest, meaning: tone === 'waste' || tone === 'use' ? tone : 'neutral' }
      },
    }),
    column('wasteRelative', 'Δ %', '(new − old) / old', 72, { importance: 1, render: (row) => <Relative value={row[amount]} better={better} /> }),
    column('oldUse', 'use old', 'Useful accesses in the old run', 78, { hiddenAtFirst: true, render: (row) => <Amount value={row.use.old} unit={unit} /> }),
    column('newUse', 'use new', 'Useful accesses in the new run, normalised', 78, {
      hiddenAtFirst: true,
      render: (row) => <Amount value={row.use.new} unit={unit} />,
    }),
    column('useChange', 'Δ use', 'new − old', 86, { hiddenAtFirst: true, render: (row) => <AmountChange value={row.use} unit={unit} better="neither" /> }),
    column('oldShare', measured.old === undefined ? '% of all old' : '% of part old', ofPart('Share of all waste and use of the old run', measured.old), 90, {
      hiddenAtFirst: true,
      render: (row) => (
        <span className={partClass(measured.old)}>
          <Percent share={row.shareOfTotal.old} evidence={shareEvidence(basis.old, row.shareOfTotal.old, row.traps.old, 'all')} />
        </span>
      ),
    }),
    column('newShare', measured.new === undefined ? '% of all new' : '% of part new', ofPart('Share of all waste and use of the new run', measured.new), 90, {
      hiddenAtFirst: true,
      render: (row) => (
        <span className={partClass(measured.new)}>
          <Percent share={row.shareOfTotal.new} evidence={shareEvidence(basis.new, row.shareOfTotal.new, row.traps.new, 'all')} />
        </span>
      ),
    }),
    column('shareChange', 'Δ % of all', 'new − old, in percentage points', 90, {
      hiddenAtFirst: true,
      render: (row) => <ShareChange value={row.shareOfTotal} better={better} />,
    }),
    {
      ...column('impact', 'seen', 'Observations of the pair, old → new', 110, {
        hiddenAtFirst: true,
        render: (row) => `${countText(row.traps.old)} → ${countText(row.traps.new)}`,
      }),
      id: 'seen',
      sortable: false,
    },
  ]
}

function column(id: ComparedPairColumn, title: string, description: string, width: number, rest: Pick<Column, 'render'> & Partial<Column>): Column {
  return { id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest }
}

function Status({ row }: { row: ComparedPair }) {
  const { sign, description } = statusWords[row.status]
  const amount = isNeutral(row.tool) ? row.reused : row.waste
  const tone = row.status === 'unchanged' ? 'dim' : toneOf({ ...amount, significance: 'exact' }, isNeutral(row.tool) ? 'neither' : 'less')
  return (
    <>
      <span className={`chip status ${tone}`} title={description}>
        <span aria-hidden>{row.status === 'unchanged' && amount.change !== 0 ? '≈' : sign}</span> {row.status}
      </span>
      {row.moved === null ? null : (
        <span className="dim" title={moveWords[row.moved]}>
          {' '}
          → moved
        </span>
      )}
    </>
  )
}

/** "f solver.c:118", and where the line moved "solver.c:118 → 131". */
function Access({ side, what, place }: { side: 'source' | 'target'; what: string; place: ComparedPlace }) {
  const { oldLine, newLine, file } = place
  const moved = oldLine !== null && newLine !== null && oldLine !== newLine
  const at = moved ? `${file === null ? '' : fileName(file)}:${oldLine} → ${newLine}` : placeText(file, newLine ?? oldLine)
  const line = /:\d+( → \d+)?$/.exec(at)?.[0] ?? ''
  return (
    <span
      className="tree-label tree-placed"
      title={`${what}\n${place.function}${file === null ? '' : `\n${file}:${newLine ?? oldLine ?? '?'}`}${moved ? `\nline ${oldLine} before` : ''}`}
    >
      {/* Narrow columns cut names, not the line that distinguishes such rows. */}
      <span className="tree-file-name">
        <AccessMark side={side} /> <FittingName name={place.function} /> <span className="tree-place">{at.slice(0, at.length - line.length)}</span>
      </span>
      <span className="tree-line tree-place">{line}</span>
    </span>
  )
}
