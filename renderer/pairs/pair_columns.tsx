import { intervalText } from '../../shared/names/interval_text.ts'
import type { MeasuredPart } from '../../shared/outcome.ts'
import type { PairColumn, PairNote, PairRow } from '../../shared/rpc/pairs.ts'
import type { RunDescription, Tool, Totals } from '../../shared/run.ts'
import type { CacheSizes } from '../application/state.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { FittingName } from '../components/FittingName.tsx'
import { Amount, Percent } from '../components/Figures.tsx'
import { sizeText } from '../../shared/names/size_text.ts'
import { countedText, countText, distanceText } from '../format/quantities.ts'
import { placeText } from '../format/paths.ts'
import type { GridColumn } from '../grid/columns.ts'
import { noteText, noteWords } from '../format/note_words.ts'
import { relationMeaning, relationWords } from '../tools/relations.ts'
import { evidenceBasis, evidenceWords, shareEvidence, type EvidenceBasis } from '../tools/evidence.ts'
import { ofPart, partClass } from '../tools/measured_columns.ts'
import { comparesValues, isNeutral, toolWords } from '../tools/tools.ts'
import { intervalOfWhole, shareOfWhole, wholeDescription, type WasteWhole } from '../tools/waste_whole.ts'

type Column = GridColumn<PairRow>

/**
 * Columns that a tool's pairs have.
 * @param caches sizes that the columns of long reuses represent, smallest first
 * @param wastefulOnly pairs of use are left out
 * @param part the denominator of the shares; null: everything
 * @param whole the denominator of shares of waste
 */
export function pairColumns(
  tool: Tool,
  run: Pick<RunDescription, 'unit' | 'distanceUnit' | 'accessRate' | 'engine'>,
  totals: Totals | undefined,
  caches: CacheSizes,
  wastefulOnly: boolean,
  part: MeasuredPart | null,
  whole: WasteWhole,
): Column[] {
  const neutral = isNeutral(tool)
  const words = evidenceWords(run)
  const basis = evidenceBasis(run, totals)
  const counted = run.engine === 'exhaustive'
  const namesObjects = tool === 'false-sharing' || tool === 'spatial-loads'
  const scoped = comparesValues(tool) && counted
  return [
    ...accessColumns(tool, wastefulOnly || neutral),
    ...(comparesValues(tool) ? [{ ...comparison, hiddenAtFirst: counted }] : []),
    ...(tool === 'false-sharing' ? [sharing, object('What the cache line belongs to')] : []),
    ...(tool === 'spatial-loads' ? [object('The array, block or variable that both loads read')] : []),
    ...(scoped ? [scope] : []),
    ...(neutral ? distanceColumns(run, caches, basis) : wasteColumns(run, basis, whole)),
    column(
      'shareOfTotal',
      part === null ? '% of all' : '% of part',
      ofPart(
        neutral ? "The pair's share of all reuses, with its 95 % interval" : "The pair's waste and use as a share of all waste and use, with its 95 % interval",
        part,
      ),
      132,
      {
        // It says little beside the share of the waste, and another denominator there confuses; the name of the scope or the object needs its room.
        hiddenAtFirst: scoped || namesObjects || (!neutral && whole.of === 'run'),
        render: (row) => {
          const evidence =
            row.ci95 === null
              ? shareEvidence(basis, row.shareOfTotal, row.traps, 'all')
              : `95 % interval ${intervalText(row.ci95)}; ${countedText(row.traps, words.one)}`
          return (
            <span className={partClass(part)}>
              <Percent
                share={row.shareOfTotal}
                interval={row.ci95}
                of={neutral ? 'all reuses' : `all waste and use of ${toolWords[tool].name}`}
                evidence={evidence}
              />
            </span>
          )
        },
        ...(neutral ? { bar: (row: PairRow) => ({ share: row.shareOfTotal, meaning: 'use' as const }) } : {}),
      },
    ),
    column('traps', words.title, words.description, 72, { render: (row) => countText(row.traps) }),
    ...(counted && !neutral ? [interleaved] : []),
    column(
      'advice',
      'advice',
      'Probable cause of the pair, from its machine code and the measurement. Sorting by it only covers the 1,000 largest pairs of the tool',
      88,
      {
        alignment: 'start',
        importance: 1,
        descendingFirst: false,
        render: (row) => (
          <span className="tree-label" title={row.advice?.sureness}>
            {row.advice?.title ?? '–'}
          </span>
        ),
      },
    ),
    {
      ...column('note', 'note', 'Mark and note of the pair', 110, {
        hiddenAtFirst: true,
        alignment: 'start',
        render: (row) => (
          <span className="tree-label" title={noteText(row.note)}>
            {noteText(row.note)}
          </span>
        ),
      }),
      sortable: false,
    },
    {
      ...column('latency', 'latency', 'Mean latency of the sampled accesses in cycles, if the processor provides it', 72, {
        hiddenAtFirst: true,
        render: latencyText,
      }),
      sortable: false,
    },
    {
      ...column('missShare', 'misses', 'Share of the sampled accesses that missed the last cache, if the processor provides it', 72, {
        hiddenAtFirst: true,
        render: (row) => (
          <Percent
            share={row.latency?.missShare ?? null}
            of="the sampled accesses of the pair"
            evidence={shareEvidence(basis, row.latency?.missShare ?? null, row.traps)}
          />
        ),
      }),
      sortable: false,
    },
  ]
}

/** `id` is the host's sort key; columns with another name are not sortable. */
function column(
  id: PairColumn | 'latency' | 'missShare' | `beyond-${number}` | 'p90' | 'comparison' | 'sharing' | 'scope' | 'interleaved' | 'note',
  title: string,
  description: string,
  width: number,
  rest: Partial<Column> & Pick<Column, 'render'>,
): Column {
  return { id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest }
}

/** @param alike all pairs have the relation that the tool looks for: names have its room */
function accessColumns(tool: Tool, alike: boolean): Column[] {
  return [
    column('source', 'earlier access', 'Where the bytes were accessed first', 150, {
      alignment: 'start',
      descendingFirst: false,
      flexible: true,
      fixed: true,
      minimumWidth: 120,
      render: (row) => (
        <Access
          side="source"
          what={relationWords(tool, row.relation).source}
          name={row.sourceFunction}
          file={row.sourceFile}
          line={row.sourceLine}
          address={row.sourceAddress}
          note={row.note}
        />
      ),
    }),
    column('relation', 'relation', 'Effect of the later access on the earlier one', comparesValues(tool) ? 128 : 96, {
      alignment: 'start',
      descendingFirst: false,
      hiddenAtFirst: alike,
      render: (row) => (
        <span className="pair-relation" title={relationMeaning[row.relation]}>
          {row.relation}
        </span>
      ),
    }),
    column('target', 'later access', 'Where the same bytes were accessed next', 150, {
      alignment: 'start',
      grows: true,
      importance: Infinity,
      descendingFirst: false,
      minimumWidth: 120,
      render: (row) => (
        <Access
          side="target"
          what={relationWords(tool, row.relation).target}
          name={row.targetFunction}
          file={row.targetFile}
          line={row.targetLine}
          address={row.targetAddress}
        />
      ),
    }),
  ]
}

const comparison = column('comparison', 'values', 'Compared byte for byte (precise), or as floating point within the tolerance (approximate)', 88, {
  alignment: 'start',
  sortable: false,
  render: (row) => row.comparison ?? '–',
})
const sharing = column('sharing', 'sharing', 'False: the threads touch different bytes of the line; true: they touch the same', 58, {
  alignment: 'start',
  sortable: false,
  render: (row) => row.sharing ?? '–',
})
const object = (description: string): Column =>
  column('object', 'object', description, 110, {
    importance: 3,
    alignment: 'start',
    descendingFirst: false,
    render: (row) => (
      <span className="tree-label" title={row.object ?? undefined}>
        {row.object ?? '–'}
      </span>
    ),
  })
const scope = column('scope', 'scope', 'The loop or function within which the access repeats earlier work', 130, {
  alignment: 'start',
  sortable: false,
  render: (row) => <Scope text={row.scope ?? '–'} />,
})
const interleaved = column('interleaved', 'interleaved', 'Bytes that another thread accessed in between: neither waste nor use', 84, {
  sortable: false,
  hiddenAtFirst: true,
  render: (row) => <Amount value={row.interleaved?.bytes ?? 0} unit="bytes" />,
})

/** "loop at solver.c:90", of whose file the end may be cut. */
function Scope({ text }: { text: string }) {
  const line = /:\d+$/.exec(text)?.[0] ?? ''
  return (
    <span className="tree-label tree-placed" title={text}>
      <span className="tree-file-name">{text.slice(0, text.length - line.length)}</span>
      <span className="tree-line">{line}</span>
    </span>
  )
}

function wasteColumns({ unit }: Pick<RunDescription, 'unit'>, basis: EvidenceBasis, whole: WasteWhole): Column[] {
  const share = ({ shareOfWaste, waste }: PairRow): number | null => (shareOfWaste === null ? null : shareOfWhole(waste, whole))
  return [
    column('shareOfWaste', whole.title, wholeDescription("The pair's waste", whole), whole.of === 'run' ? 150 : 90, {
      importance: 2,
      render: (row) => (
        <Percent
          share={share(row)}
          interval={share(row) === null ? null : intervalOfWhole(row.ci95, whole)}
          of={whole.words}
          evidence={shareEvidence(basis, share(row), row.traps, whole.evidence)}
        />
      ),
      bar: (row) => (share(row) === null ? null : { share: share(row)!, meaning: 'waste' }),
    }),
    column('waste', 'waste', 'Wasted accesses', 72, { render: (row) => <Amount value={row.waste} unit={unit} /> }),
    column('use', 'use', 'Useful accesses', 74, { hiddenAtFirst: true, render: (row) => <Amount value={row.use} unit={unit} /> }),
  ]
}

function distanceColumns(
  { distanceUnit, accessRate }: Pick<RunDescription, 'distanceUnit' | 'accessRate'>,
  caches: CacheSizes,
  basis: EvidenceBasis,
): Column[] {
  const inTime = distanceUnit === 'cpu-time' && accessRate == null
  const figure = (distance: number | undefined): string => (distance === undefined ? '–' : distanceText(distance, distanceUnit ?? 'accesses'))
  return [
    column('distance', 'median', "Half of the pair's reuses have at most this time distance", 76, { render: (row) => figure(row.distance?.p50) }),
    column('p90', '90 %', "90 % of the pair's reuses have at most this time distance", 76, {
      sortable: false,
      render: (row) => figure(row.distance?.p90),
    }),
    ...caches.map(({ level, bytes }) =>
      column(
        `beyond-${bytes}`,
        `> L${level}`,
        `Share of the pair's reuses with more than ${sizeText(bytes)} in between: more than the level-${level} cache holds. Unknown if only CPU time was measured`,
        58,
        {
          sortable: false,
          hiddenAtFirst: inTime,
          render: (row) => <Beyond row={row} bytes={bytes} basis={basis} />,
        },
      ),
    ),
  ]
}

function Beyond({ row, bytes, basis }: { row: PairRow; bytes: number; basis: EvidenceBasis }) {
  const share = row.distance?.beyond.find((size) => size.bytes === bytes)?.share ?? null
  return <Percent share={share} of="the pair's reuses" evidence={shareEvidence(basis, share, row.traps)} />
}

function latencyText({ latency }: PairRow): string {
  return latency == null ? '–' : `${countText(latency.cycles)} cycles`
}

interface AccessProps {
  side: 'source' | 'target'
  what: string
  name: string
  file: string | null
  line: number | null
  address: string | undefined
  note?: PairNote | undefined
}

/** Narrow columns cut names, not the line or address that distinguishes such rows. */
function Access({ side, what, name, file, line, address, note }: AccessProps) {
  return (
    <span
      className="tree-label tree-placed"
      title={`${what}\n${name}${file === null ? '' : `\n${file}:${line ?? '?'}`}${address === undefined ? '' : `\n${address}`}`}
    >
      <span className="tree-file-name">
        <AccessMark side={side} />{' '}
        {note === undefined ? null : (
          <span className="tree-tag" title={noteText(note)}>
            {note.status === null ? 'note' : noteWords[note.status]}
          </span>
        )}{' '}
        <FittingName name={name} /> <span className="tree-place">{placeText(file, null)}</span>
      </span>
      <span className="tree-line tree-place">{address === undefined ? placeText(file, line).slice(placeText(file, null).length) : ` ${address}`}</span>
    </span>
  )
}
