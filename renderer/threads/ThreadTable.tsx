import { useCallback, useMemo } from 'react'
import type { ThreadToolReport } from '../../shared/profile/frame.ts'
import type { ThreadReport } from '../../shared/report.ts'
import { outcomeOf } from '../../shared/outcome.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { RunDescription, Tool, Totals } from '../../shared/run.ts'
import { useApplication } from '../application/context.ts'
import type { ExportChoice } from '../components/ExportMenu.tsx'
import { changePart } from '../trace/trace_part.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText, fineDurationText } from '../format/quantities.ts'
import type { SortedColumn } from '../tables/SortedGrid.tsx'
import { SortedGrid, sortedColumn } from '../tables/SortedGrid.tsx'
import { evidenceBasis, evidenceWords, isFew, shareEvidence } from '../tools/evidence.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { numberedThreads, threadIndex } from './thread_names.ts'

/** A thread with the shown tool's results. */
interface ThreadRow extends Omit<ThreadReport, 'tools'>, ThreadToolReport {
  /** In its process. */
  number: number
}

const none: ThreadToolReport = { traps: 0, waste: 0, use: 0 }
const rowKey = (thread: ThreadRow): string => `${thread.rank ?? ''}-${thread.process}-${thread.thread}`

/** One row per recorded thread with the figures of the shown tool, most waste first. @param exportCommand null: nothing saves it */
export function ThreadTable({ summary, tool, exportCommand }: { summary: ProfileSummary; tool: Tool; exportCommand: string | null }) {
  const { run } = summary
  const threads = useMemo(() => {
    return numberedThreads(summary.threads).map((thread): ThreadRow => ({
      ...thread,
      ...(thread.tools === undefined ? {} : (thread.tools[tool] ?? none)),
    }))
  }, [summary, tool])
  const ranked = threads.some((thread) => thread.rank != null)
  const waits = threads.some(({ waitingShare = 0 }) => waitingShare > 0)
  const measured = outcomeOf(summary, tool).kind !== 'not-measured'
  const several = threads.length > 1
  // Nothing else distinguishes threads of equal names.
  const processes = !ranked && new Set(threads.map(({ process }) => process)).size > 1
  const columns = useMemo(
    () => threadColumns(run, summary.totals[tool], { ranked, waits, measured, several, processes }, tool),
    [run, summary, ranked, waits, measured, several, processes, tool],
  )
  const application = useApplication()
  const onlyThread = (thread: ThreadRow): ExportChoice[] => [
    {
      title: 'Show only this thread in all views',
      run: () => {
        const { profile } = application.store.getState()
        const all = (profile?.part?.whole ?? profile)?.summary.threads ?? []
        return changePart(application, { threads: [threadIndex(all, thread)] })
      },
    },
  ]
  const rowClass = useCallback((thread: ThreadRow): string => (isFew(run, thread.traps) ? 'few-traps' : ''), [run])
  return (
    <SortedGrid<ThreadRow>
      key={summary.profile}
      id={ranked ? 'threads-ranks' : processes ? 'threads-processes' : 'threads'}
      label="Threads of the run"
      rows={threads}
      columns={columns}
      firstSort={isNeutral(tool) || !measured ? 'traps' : 'waste'}
      rowKey={rowKey}
      rowClass={rowClass}
      exportCommand={exportCommand}
      // A table that cannot be saved is not that of the open profile; only sampled runs have a trace to filter by.
      {...(exportCommand === null || !several || run.engine === 'exhaustive' ? {} : { rowChoices: onlyThread })}
      empty={<div className="state">No thread of the program was recorded: it ended before its first sample.</div>}
    />
  )
}

function fraction({ waste, use }: ThreadRow): number | null {
  return waste + use === 0 ? null : waste / (waste + use)
}

function threadColumns(
  run: RunDescription,
  totals: Totals | undefined,
  { ranked, waits, measured, several, processes }: Record<'ranked' | 'waits' | 'measured' | 'several' | 'processes', boolean>,
  tool: Tool,
): Array<SortedColumn<ThreadRow>> {
  const column = sortedColumn<ThreadRow>
  const { unit } = run
  const words = evidenceWords(run)
  const basis = evidenceBasis(run, totals)
  const { name } = toolWords[tool]
  const rank = column('rank', 'rank', 'MPI or Slurm rank of the process', 54, (thread) => thread.rank ?? null, {
    descendingFirst: false,
    render: (thread) => thread.rank ?? '–',
  })
  // Shown at first: columns that fit beside a pair in a small window. The name column identifies the thread.
  return [
    column('name', 'thread', 'Name of the thread and its number in its process by creation, as findings and the trace name it', 80, (thread) => thread.name, {
      alignment: 'start',
      flexible: true,
      fixed: true,
      descendingFirst: false,
      minimumWidth: 80,
      render: (thread) => (
        <span className="tree-placed" title={`${thread.name}\nthread id ${thread.thread}, process ${thread.process}`}>
          <span className="tree-label">{thread.name}</span>
          {several ? <span className="tree-line tree-place"> {thread.number}</span> : null}
        </span>
      ),
    }),
    ...(ranked ? [rank] : []),
    column('number', 'number', 'Number of the thread in its process by creation, as findings and the trace name it', 66, (thread) => thread.number, {
      descendingFirst: false,
      hiddenAtFirst: true,
      render: (thread) => thread.number,
    }),
    column('process', 'process', 'Process id', 70, (thread) => thread.process, {
      descendingFirst: false,
      hiddenAtFirst: !processes,
      importance: 1,
      render: (thread) => thread.process,
    }),
    column('thread', 'thread id', 'Thread id', 92, (thread) => thread.thread, {
      descendingFirst: false,
      hiddenAtFirst: true,
      render: (thread) => thread.thread,
    }),
    column('coverage', 'coverage', "Share of the thread's CPU time during which it had debug registers", 80, (thread) => thread.coverage ?? null, {
      hiddenAtFirst: waits,
      render: (thread) => <Percent share={thread.coverage ?? null} />,
    }),
    column('cpu', 'CPU time', 'CPU time of the thread while it was recorded', 78, (thread) => thread.cpuSeconds, {
      render: (thread) => fineDurationText(thread.cpuSeconds),
    }),
    ...(waits
      ? [
          column('waiting', 'waiting', 'Share of its CPU time in which the thread waits for other threads', 70, (thread) => thread.waitingShare ?? null, {
            render: (thread) => <Percent share={thread.waitingShare ?? null} />,
            bar: (thread) => ({ share: thread.waitingShare ?? 0, meaning: 'neutral' }),
          }),
        ]
      : []),
    column('samples', 'samples', 'Samples taken in the thread, of all tools', 74, (thread) => thread.samples, {
      hiddenAtFirst: true,
      render: (thread) => countText(thread.samples),
    }),
    column('traps', words.title, `${name}: ${words.description}`, words.title.length * 7 + 29, (thread) => thread.traps, {
      render: (thread) => countText(thread.traps),
    }),
    ...(isNeutral(tool) || !measured
      ? []
      : [
          column('waste', 'waste', `Wasted accesses of the thread: ${name}`, 72, (thread) => thread.waste, {
            render: (thread) => <Amount value={thread.waste} unit={unit} />,
          }),
          column('use', 'use', `Useful accesses of the thread: ${name}`, 72, (thread) => thread.use, {
            hiddenAtFirst: true,
            render: (thread) => <Amount value={thread.use} unit={unit} />,
          }),
          column('fraction', 'fraction', 'waste / (waste + use) of the thread', 70, fraction, {
            render: (thread) => (
              <Percent
                share={fraction(thread)}
                of={`the accesses of the thread checked for ${name}`}
                evidence={shareEvidence(basis, fraction(thread), thread.traps)}
              />
            ),
            bar: (thread) => ({ share: fraction(thread) ?? 0, meaning: 'waste' }),
          }),
        ]),
  ]
}
