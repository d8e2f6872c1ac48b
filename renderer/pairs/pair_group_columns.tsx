import { useMemo } from 'react'
import { measuredPart, type MeasuredPart } from '../../shared/outcome.ts'
import type { PairGroup, PairGroupColumn, PairGrouping } from '../../shared/rpc/pairs.ts'
import type { RunDescription, Totals } from '../../shared/run.ts'
import { useProfile } from '../application/context.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { Amount, Percent } from '../components/Figures.tsx'
import { FittingName, mostCharacters } from '../components/FittingName.tsx'
import { namesApart, noneAlike, type NamesApart } from '../components/names_apart.ts'
import { baseName } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'
import { useRows } from '../grid/use_rows.ts'
import { ofPart, partClass } from '../tools/measured_columns.ts'
import { evidenceBasis, evidenceWords, shareEvidence } from '../tools/evidence.ts'
import { isNeutral } from '../tools/tools.ts'
import { useWasteWhole } from '../tools/use_waste_whole.ts'
import { shareOfWhole, wholeDescription, type WasteWhole } from '../tools/waste_whole.ts'
import type { PairModel } from './pair_model.ts'

/** Columns of groups of pairs, for the current grouping. */
export function useGroupColumns({ groups }: PairModel): Array<GridColumn<PairGroup>> {
  const summary = useProfile((profile) => profile.summary)
  const { run, totals } = summary
  const tool = useProfile((profile) => profile.tool)
  useRows(groups.pager)
  const { by } = groups
  const neutral = isNeutral(tool)
  const whole = useWasteWhole()
  return useMemo(
    () =>
      groupColumns(
        by === 'object' || by === 'advice' ? by : null,
        textOf(by),
        by?.startsWith('source') !== true,
        by?.startsWith('target') !== true,
        run,
        totals[tool],
        neutral,
        measuredPart(summary, tool),
        whole,
      ),
    [by, run, totals, tool, neutral, summary, whole],
  )
}

/** Texts of groups of pairs: a function's name, for lines with a file and line or an address behind it, or a call path. */
type GroupText = 'function' | 'line' | 'path'

function textOf(by: PairGrouping | null): GroupText {
  return by?.endsWith('-line') === true ? 'line' : by?.endsWith('-function') === true ? 'function' : 'path'
}

/** "fill", "solver.c", ":118" of "fill solver.c:118"; the file may be empty, and the line an address. */
function partsOf(text: string, of: GroupText): { name: string; file: string; line: string } {
  const [place = '', file = '', line = ''] = (of === 'line' && / (\S+(?=:\d+$)|)(:\d+|0x[0-9a-f]+)$/.exec(text)) || []
  return { name: text.slice(0, text.length - place.length), file, line }
}

/** Distinguishes functions whose shortened names look equal. */
export function groupsApart(groups: readonly PairGroup[], by: PairGrouping | null): NamesApart {
  const of = textOf(by)
  if (of === 'path') return noneAlike
  const texts = groups.flatMap(({ source, target }) => [source, target]).filter((text) => text !== null)
  return namesApart(
    texts.map((text) => partsOf(text, of).name),
    mostCharacters,
  )
}

/** In a narrow line, the file's name is cut first, then the function's, but never the number that distinguishes it. */
function GroupPlace({ side, text, of }: { side: 'source' | 'target'; text: string; of: GroupText }) {
  const mark = <AccessMark side={side} />
  if (of === 'path')
    return (
      <>
        {mark} {baseName(text)}
      </>
    )
  const { name, file, line } = partsOf(text, of)
  return (
    <span className="tree-placed">
      <span className="tree-file-name">
        {mark} <FittingName name={name} /> {file === '' ? null : <span className="tree-place">{file}</span>}
      </span>
      {line === '' ? null : (
        <span className="tree-line tree-place">
          {file === '' ? ' ' : ''}
          {line}
        </span>
      )}
    </span>
  )
}

function groupColumns(
  named: 'object' | 'advice' | null,
  of: GroupText,
  withTarget: boolean,
  withSource: boolean,
  { unit, engine }: RunDescription,
  totals: Totals | undefined,
  neutral: boolean,
  part: MeasuredPart | null,
  whole: WasteWhole,
): Array<GridColumn<PairGroup>> {
  const words = evidenceWords({ engine })
  const basis = evidenceBasis({ engine }, totals)
  const share = ({ shareOfWaste, waste }: PairGroup): number | null => (shareOfWaste === null ? null : shareOfWhole(waste, whole))
  const column = (
    id: PairGroupColumn,
    title: string,
    description: string,
    width: number,
    rest: Partial<GridColumn<PairGroup>> & Pick<GridColumn<PairGroup>, 'render'>,
  ): GridColumn<PairGroup> => ({
    id,
    title,
    description,
    width,
    minimumWidth: 48,
    alignment: 'end',
    sortable: true,
    descendingFirst: true,
    ...rest,
  })
  const place = (side: 'source' | 'target', flexible: boolean): GridColumn<PairGroup> =>
    column(side, side === 'source' ? 'earlier access' : 'later access', `Where the ${side === 'source' ? 'earlier' : 'later'} accesses are`, 180, {
      alignment: 'start',
      descendingFirst: false,
      fixed: true,
      flexible,
      grows: !flexible,
      minimumWidth: 120,
      render: (group) => (
        <span className="tree-label" title={group[side] ?? undefined}>
          <GroupPlace side={side} text={group[side] ?? ''} of={of} />
        </span>
      ),
    })
  const name = (id: 'object' | 'advice'): GridColumn<PairGroup> =>
    column(id, id, id === 'object' ? 'The data that both accessed' : 'Probable cause of the pairs', 180, {
      alignment: 'start',
      descendingFirst: false,
      fixed: true,
      flexible: true,
      minimumWidth: 120,
      render: (group) => (
        <span className="tree-label" title={group[id] ?? undefined}>
          {group[id]}
        </span>
      ),
    })
  return [
    ...(named !== null ? [name(named)] : [...(withSource ? [place('source', true)] : []), ...(withTarget ? [place('target', !withSource)] : [])]),
    column('pairs', 'pairs', 'Number of pairs in the group', 60, { render: (group) => countText(group.pairs) }),
    ...(neutral
      ? []
      : [
          column('shareOfWaste', whole.title, wholeDescription('Total waste of the pairs', whole), whole.of === 'run' ? 106 : 90, {
            importance: 1,
            render: (group) => <Percent share={share(group)} of={whole.words} evidence={shareEvidence(basis, share(group), group.traps, whole.evidence)} />,
            bar: (group) => ({ share: share(group) ?? 0, meaning: 'waste' }),
          }),
          column('waste', 'waste', 'Total wasted accesses of the pairs', 72, {
            render: (group) => <Amount value={group.waste} unit={unit} />,
          }),
          column('use', 'use', 'Total useful accesses of the pairs', 72, {
            hiddenAtFirst: true,
            render: (group) => <Amount value={group.use} unit={unit} />,
          }),
        ]),
    column(
      'shareOfTotal',
      part === null ? '% of all' : '% of part',
      ofPart(neutral ? 'Share of all reuses' : 'Waste and use as a share of all waste and use', part),
      72,
      {
        hiddenAtFirst: !neutral,
        render: (group) => (
          <span className={partClass(part)}>
            <Percent
              share={group.shareOfTotal}
              of={neutral ? 'all reuses' : 'all waste and use'}
              evidence={shareEvidence(basis, group.shareOfTotal, group.traps, 'all')}
            />
          </span>
        ),
      },
    ),
    column('traps', words.title, words.description, 72, { render: (group) => countText(group.traps) }),
  ]
}
