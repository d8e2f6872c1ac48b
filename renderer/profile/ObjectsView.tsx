import { useCallback, useMemo } from 'react'
import type { ObjectReport } from '../../shared/report.ts'
import type { Frame, ObjectKind } from '../../shared/profile/frame.ts'
import type { RunDescription } from '../../shared/run.ts'
import { leafOf } from '../../shared/profile/frame.ts'
import { MOST_OBJECTS, type ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { baseName, placeText } from '../format/paths.ts'
import { sizeText } from '../../shared/names/size_text.ts'
import { countText } from '../format/quantities.ts'
import type { SortedColumn } from '../tables/SortedGrid.tsx'
import { SortedGrid, sortedColumn } from '../tables/SortedGrid.tsx'
import { MarkedValues } from '../objects/MarkedValues.tsx'
import { evidenceBasis, evidenceWords, isFew, shareEvidence } from '../tools/evidence.ts'
import { objectsApart } from '../objects/objects_apart.ts'
import { toolWords } from '../tools/tools.ts'

const none: ObjectReport[] = []
const kinds: Record<ObjectKind, string> = { static: 'static', heap: 'heap', mapped: 'mapped' }
const rowKey = (object: ObjectReport): string =>
  [object.tool, object.module ?? '', object.name, ...(object.allocation ?? []).map((frame) => frame.address)].join(' ')

/** One row per data object that a tool could name, most waste first; below them the values that the program's marks found in arrays. */
export function ObjectsView({ summary }: { summary: ProfileSummary }) {
  const { objects = none, spatialValues = [], markCount = spatialValues.length } = summary
  return (
    <div className="objects">
      {objects.length === 0 && spatialValues.length > 0 ? null : (
        <div className="objects-table">
          <ObjectTable summary={summary} objects={objects} />
        </div>
      )}
      {spatialValues.length === 0 ? null : <MarkedValues marks={spatialValues} count={markCount} path={summary.path} />}
    </div>
  )
}

function ObjectTable({ summary, objects }: { summary: ProfileSummary; objects: ObjectReport[] }) {
  const { run } = summary
  const tools = [...new Set(objects.map((object) => object.tool))]
  const severalTools = tools.length > 1
  const { client } = useApplication()
  const assigned = useAnswer(String(summary.profile), (signal) => client.call('profile.assignments', { profile: summary.profile }, { signal }))
  const variables = assigned.state === 'here' ? assigned.value : null
  const columns = useMemo(() => {
    const variableOf = new Map(objects.map((object, index) => [object, variables?.[index] ?? null]))
    return objectColumns(run, summary.totals, severalTools, objectsApart(objects), (object) => variableOf.get(object) ?? null)
  }, [run, summary.totals, severalTools, objects, variables])
  const rowClass = useCallback((object: ObjectReport): string => (isFew(run, object.traps) ? 'few-traps' : ''), [run])
  return (
    <SortedGrid<ObjectReport>
      key={summary.profile}
      id={run.engine === 'exhaustive' ? 'objects-loads' : 'objects'}
      label="Objects of the run"
      rows={objects}
      columns={columns}
      firstSort="waste"
      rowKey={rowKey}
      rowClass={rowClass}
      exportCommand="export.objects"
      remark={
        [
          ...(objects.length === 0 ? [] : [`by ${tools.map((tool) => toolWords[tool].name).join(' and ')}`]),
          ...(objects.length < MOST_OBJECTS ? [] : ['those with the most waste; the CSV has all']),
        ].join(': ') || null
      }
      empty={<NoObjects summary={summary} />}
    />
  )
}

function NoObjects({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const { run, totals } = summary
  const names = run.tools.includes('false-sharing') || run.tools.includes('spatial-loads')
  if (!names) {
    return (
      <div className="state">
        <span>Objects are named for false sharing and, by the exhaustive engine, for spatial loads; this run looked for neither.</span>
        {run.tools.includes('reuse-distance') ? <span>Distances between reuses of one object are in the view Reuse distance, under “object”.</span> : null}
        <button type="button" className="action" onClick={() => recordAgain(application, summary, { engine: 'exhaustive', tools: ['spatial-loads'] })}>
          Record it…
        </button>
      </div>
    )
  }
  if (run.tools.includes('spatial-loads')) return <div className="state">No load of a static variable, a heap block or a mapping was seen.</div>
  if ((totals['false-sharing']?.traps ?? 0) > 0) return <div className="state">The shared lines could not be named.</div>
  return (
    <div className="state">
      <span>
        This run names objects for false sharing alone, and no two threads were seen on one cache line. The exhaustive engine also names objects for spatial
        loads.
      </span>
      <button type="button" className="action" onClick={() => recordAgain(application, summary, { engine: 'exhaustive', tools: ['spatial-loads'] })}>
        Record it…
      </button>
    </div>
  )
}

function objectColumns(
  run: RunDescription,
  totals: ProfileSummary['totals'],
  severalTools: boolean,
  apart: ReadonlyMap<ObjectReport, string>,
  variableOf: (object: ObjectReport) => string | null,
): Array<SortedColumn<ObjectReport>> {
  const { unit } = run
  const words = evidenceWords(run)
  const column = sortedColumn<ObjectReport>
  const share = ({ waste, use }: ObjectReport): number | null => (waste + use === 0 ? null : waste / (waste + use))
  return [
    column('name', 'object', 'Symbol, or the address if it has none', 230, (object) => object.name, {
      alignment: 'start',
      flexible: true,
      fixed: true,
      descendingFirst: false,
      minimumWidth: 120,
      render: (object) => <ObjectName object={object} variable={variableOf(object)} apart={apart.get(object) ?? null} />,
    }),
    column('module', 'module', 'File that defines the symbol', 100, (object) => object.module, {
      alignment: 'start',
      descendingFirst: false,
      render: (object) => (
        <span className="tree-label" title={object.module ?? undefined}>
          {object.module === null ? '–' : baseName(object.module)}
        </span>
      ),
    }),
    ...(run.engine === 'exhaustive' ? dataColumns() : []),
    column('tool', 'tool', 'The tool that found it', 110, (object) => object.tool, {
      alignment: 'start',
      descendingFirst: false,
      hiddenAtFirst: !severalTools,
      render: (object) => toolWords[object.tool].name,
    }),
    column('pairs', 'pairs', 'Pairs of accesses to the object', 60, (object) => object.pairs, {
      hiddenAtFirst: run.engine === 'exhaustive',
      render: (object) => countText(object.pairs),
    }),
    column('traps', words.title, words.description, words.title.length * 7 + 29, (object) => object.traps, { render: (object) => countText(object.traps) }),
    column('waste', 'waste', 'Wasted accesses to the object', 84, (object) => object.waste, {
      render: (object) => <Amount value={object.waste} unit={unit} />,
    }),
    column('use', 'use', 'Useful accesses to the object', 84, (object) => object.use, {
      hiddenAtFirst: run.engine === 'exhaustive',
      render: (object) => <Amount value={object.use} unit={unit} />,
    }),
    column('fraction', 'fraction', 'waste / (waste + use) of the object', 78, share, {
      render: (object) => (
        <Percent
          share={share(object)}
          of={`the object's accesses checked for ${toolWords[object.tool].name}`}
          evidence={shareEvidence(evidenceBasis(run, totals[object.tool]), share(object), object.traps)}
        />
      ),
      bar: (object) => ({ share: share(object) ?? 0, meaning: 'waste' }),
    }),
  ]
}

/** The exhaustive engine's facts about an object beside its waste: its origin, and all of its loads. */
function dataColumns(): Array<SortedColumn<ObjectReport>> {
  const column = sortedColumn<ObjectReport>
  return [
    column('kind', 'kind', 'Static variable, heap blocks of one allocating context, or memory mapping', 68, (object) => object.kind ?? null, {
      alignment: 'start',
      descendingFirst: false,
      render: ({ kind }) => (kind === undefined ? '–' : kinds[kind]),
    }),
    column(
      'allocation',
      'allocated in',
      'The call that allocated it; the tooltip has the complete calling context',
      150,
      ({ allocation }) => (allocation == null ? null : leafOf(allocation).function),
      {
        alignment: 'start',
        descendingFirst: false,
        hiddenAtFirst: true,
        render: ({ allocation }) => <Allocation frames={allocation ?? []} />,
      },
    ),
    column('bytes', 'size', 'Size; for heap blocks, that of the first one of their allocating context', 72, (object) => object.bytes ?? null, {
      render: ({ bytes }) => (bytes === undefined ? '–' : sizeText(bytes)),
    }),
    column('loads', 'loads', 'Loads of the object', 68, ({ loads }) => loads?.instances ?? null, {
      render: ({ loads }) => (loads === undefined ? '–' : countText(loads.instances)),
    }),
    column('loadedBytes', 'loaded', 'Bytes loaded from the object', 78, ({ loads }) => loads?.bytes ?? null, {
      hiddenAtFirst: true,
      render: ({ loads }) => (loads === undefined ? '–' : <Amount value={loads.bytes} unit="bytes" />),
    }),
    column('precise', 'precise', 'Redundant bytes that are identical', 78, ({ loads }) => loads?.precise.bytes ?? null, {
      hiddenAtFirst: true,
      render: ({ loads }) => (loads === undefined ? '–' : <Amount value={loads.precise.bytes} unit="bytes" />),
    }),
    column(
      'approximate',
      'approximate',
      'Redundant bytes that are the same as floating point within the tolerance',
      96,
      ({ loads }) => loads?.approximate.bytes ?? null,
      { hiddenAtFirst: true, render: ({ loads }) => (loads === undefined ? '–' : <Amount value={loads.approximate.bytes} unit="bytes" />) },
    ),
  ]
}

/** The line distinguishes heap blocks: if there is little room, the names before it are cut. */
function ObjectName({ object, variable, apart }: { object: ObjectReport; variable: string | null; apart: string | null }) {
  // The column of kinds says it already.
  const named = object.kind == null ? object.name : object.name.replace(/^(?:heap block|mapping) of /, '')
  const line = /:\d+$/.exec(named)?.[0] ?? ''
  return (
    <span
      className="tree-label tree-placed"
      title={[...(variable === null ? [] : [`assigned to ${variable}`]), object.name, ...allocationLines(object)].join('\n')}
    >
      {variable === null ? null : <span className="object-variable">{variable} = </span>}
      <span className="tree-file-name">{named.slice(0, named.length - line.length)}</span>
      <span className="tree-line">{line}</span>
      {apart === null ? null : <span className="tree-place object-apart"> {apart}</span>}
    </span>
  )
}

function Allocation({ frames }: { frames: Frame[] }) {
  const leaf = frames.at(-1)
  if (leaf === undefined) return <span className="dim">–</span>
  return (
    <span className="tree-label" title={chainLines(frames).join('\n')}>
      {leaf.function} <span className="tree-place">{placeText(leaf.file, leaf.line)}</span>
    </span>
  )
}

/** The allocation of heap blocks and mappings, the call first. */
function allocationLines({ allocation }: ObjectReport): string[] {
  return allocation == null ? [] : ['allocated in', ...chainLines(allocation)]
}

function chainLines(frames: Frame[]): string[] {
  return frames.toReversed().map((frame, index) => `${index === 0 ? '' : '← '}${frame.function} ${placeText(frame.file, frame.line)}`)
}
