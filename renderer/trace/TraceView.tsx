import { useState } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { distinctions } from '../../shared/names/fitting_names.ts'
import type { TraceCells, TraceColour, TraceMoment, TraceSummary } from '../../shared/rpc/trace.ts'
import { csvText } from '../../shared/tables/table_text.ts'
import { announce, report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { chooseTrace, showView } from '../application/profiles.ts'
import { saveFile } from '../application/save.ts'
import { useAnswer } from '../application/use_answer.ts'
import { pngOfSvg } from '../charts/save_chart.ts'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { FittingName, mostCharacters } from '../components/FittingName.tsx'
import { namesApart, NamesApartContext } from '../components/names_apart.ts'
import { Failure } from '../components/Failure.tsx'
import { Switch } from '../components/Switch.tsx'
import { profileStem } from '../format/paths.ts'
import { countedText, countText, percentText, quantityText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'
import { changePart } from './trace_part.ts'
import { threadsOf } from './lane_selection.ts'
import { sizeOfSvg, traceSvg, traceTable, type ShownTrace } from './save_trace.ts'
import { cssColour, noCells, type Colour } from './trace_drawing.ts'
import { TraceChart } from './TraceChart.tsx'
import { useTraceColours } from './use_trace_colours.ts'
import { wholeTrace, zoomTime, type TraceChoices } from './trace_viewport.ts'

const mostNames = 30
const zoomStep = 0.5

const emptyText =
  'This profile has no trace. The sampling engine records it (profiles of format 11 and later). Runs that count every access, and recordings by processor events, have no trace.'

/** Each thread's activity over time, by the function at a depth of its call path. */
export default function TraceView() {
  const application = useApplication()
  const summary = useProfile((open) => open.summary)
  const { profile } = summary
  const answer = useAnswer(String(profile), async (signal) => ({ profile, trace: await application.client.call('trace.summary', { profile }, { signal }) }))
  if (answer.state === 'failed')
    return (
      <div className="state">
        <Failure text={answer.message} again={answer.again} />
      </div>
    )
  if (answer.state === 'waiting' || answer.value.profile !== profile) return <Waiting>Reading the trace…</Waiting>
  if (answer.value.trace.lanes.length === 0)
    return (
      <div className="state">
        <span>{emptyText}</span>
        <button type="button" className="action" onClick={() => recordAgain(application, summary, { engine: 'software' })}>
          Record again with the software engine…
        </button>
      </div>
    )
  return <Trace trace={answer.value.trace} />
}

function Trace({ trace }: { trace: TraceSummary }) {
  const application = useApplication()
  const profile = useProfile((open) => open.summary.profile)
  const tool = useProfile((open) => open.tool)
  const chosen = useProfile((open) => open.trace ?? null)
  const shown = chosen ?? wholeTrace(trace)
  const [drawn, setDrawn] = useState<ShownTrace | null>(null)
  const cells = drawn?.cells ?? null
  const colours = useTraceColours(cells ?? noCells)
  const path = useProfile((open) => open.summary.path)
  const choose = (change: Partial<TraceChoices>): void => chooseTrace(application, { ...shown, ...change })
  const { cursor } = shown
  const moment = useAnswer(cursor === null ? null : JSON.stringify([profile, cursor]), async (signal) =>
    cursor === null ? null : { cursor, moment: await application.client.call('trace.at', { profile, ...cursor }, { signal }) },
  )
  const here = cursor !== null && moment.state === 'here' && moment.value !== null ? moment.value.moment : null
  const middle = (shown.from + shown.to) / 2
  const part = shown.selected ?? { from: shown.from, to: shown.to }
  const rows = shown.selectedLanes ?? { first: shown.firstLane, last: shown.lastLane - 1 }
  const isWhole = { time: part.from <= 0 && part.to >= trace.end, lanes: rows.first <= 0 && rows.last >= trace.lanes.length - 1 }
  const filter = (): void => {
    if (isWhole.time && isWhole.lanes) return
    void changePart(application, { time: isWhole.time ? null : part, threads: isWhole.lanes ? null : threadsOf(trace.lanes, rows, null) }).catch((error) =>
      report(application, error),
    )
  }
  const title = `${shown.colour === 'waste' ? `Waste (${toolWords[tool].name})` : shown.colour === 'region' ? 'Regions' : `Functions at depth ${shown.depth}`} of ${countedText(shown.lastLane - shown.firstLane, 'thread')}, ${quantityText(shown.from, 'ns')} – ${quantityText(shown.to, 'ns')}`
  const save = async (kind: 'svg' | 'png' | 'csv'): Promise<void> => {
    if (drawn === null) return
    const name = `${profileStem(path)}-trace.${kind}`
    const svg = kind === 'csv' ? '' : traceSvg(trace, drawn, colours, title)
    if (kind === 'csv') saveFile(name, csvText(traceTable(trace, drawn)), 'text/csv;charset=utf-8')
    else if (kind === 'svg') saveFile(name, svg, 'image/svg+xml;charset=utf-8')
    else saveFile(name, await pngOfSvg(svg, sizeOfSvg(svg)))
    announce(application, `${name} was saved.`)
  }
  return (
    <div className="view">
      <div className="toolbar trace-toolbar" role="toolbar" aria-label="Trace">
        <Switch<TraceColour>
          label="Colour by"
          value={shown.colour}
          options={{ function: 'function', region: 'region', waste: 'waste' }}
          onChange={(colour) => choose({ colour })}
          titles={{
            function: 'A colour for each function at the depth',
            region: 'A colour for each region that the program names (hagstone.h)',
            waste: `Share of the accesses of the function at the depth that are wasted: ${toolWords[tool].name}`,
          }}
        />
        {shown.colour === 'region' ? null : (
          <label className="trace-depth" title="Depth in the call path, from the outermost function: PageDown and PageUp">
            Depth{' '}
            <input
              type="range"
              min={1}
              max={Math.max(1, trace.deepest)}
              value={shown.depth}
              aria-label="Depth"
              onChange={(event) => choose({ depth: Number(event.target.value) })}
            />{' '}
            {shown.depth}
          </label>
        )}
        <button type="button" className="plain" title="Zoom in (+)" onClick={() => choose(zoomTime(shown, zoomStep, middle, trace.end))}>
          Zoom in
        </button>
        <button type="button" className="plain" title="Zoom out (-)" onClick={() => choose(zoomTime(shown, 1 / zoomStep, middle, trace.end))}>
          Zoom out
        </button>
        <button
          type="button"
          className="plain"
          title="All threads, all of the time (0)"
          onClick={() => choose({ from: 0, to: trace.end, firstLane: 0, lastLane: trace.lanes.length, selected: null, selectedLanes: null })}
        >
          Whole run
        </button>
        <button
          type="button"
          className="action"
          disabled={isWhole.time && isWhole.lanes}
          title={
            isWhole.time && isWhole.lanes
              ? 'Drag over the trace or the names, or zoom in, to choose a part of the run'
              : `Header, trees, pairs, findings and flame graph of ${shown.selected === null && shown.selectedLanes === null ? 'the part shown' : 'the selection'} alone (F)`
          }
          onClick={filter}
        >
          Filter all views
        </button>
        <ExportMenu
          what="the trace"
          choices={[
            { title: 'Picture as PNG', run: () => save('png') },
            { title: 'Drawing as SVG', run: () => save('svg') },
            { title: 'Times by thread and function as CSV', run: () => save('csv') },
          ]}
        />
        <button
          type="button"
          className="plain"
          title="Any metric by thread and rank"
          onClick={() => void showView(application, 'threads').catch((error) => report(application, error))}
        >
          Threads…
        </button>
      </div>
      <div className="trace">
        <TraceChart trace={trace} shown={shown} profile={profile} tool={tool} moment={here} onChoose={choose} onDrawn={setDrawn} onFilter={filter} />
        <aside className="trace-side" aria-label="Call path and legend">
          <CallPath cursor={cursor !== null} moment={here} depth={shown.colour === 'region' ? null : shown.depth} onDepth={(depth) => choose({ depth })} />
          {cells === null ? null : <Legend cells={cells} colours={colours} colour={shown.colour} />}
          {trace.stride === 1 ? null : <p className="dim">The profile keeps one of {trace.stride} samples of each thread: there are more than it holds.</p>}
        </aside>
      </div>
    </div>
  )
}

function CallPath({ cursor, moment, depth, onDepth }: { cursor: boolean; moment: TraceMoment | null; depth: number | null; onDepth(depth: number): void }) {
  if (!cursor) return <p className="dim">Click the trace to see the call path there.</p>
  if (moment === null)
    return (
      <>
        <h3>Call path</h3>
        <p className="dim">Not running.</p>
      </>
    )
  const shownDepth = depth === null ? null : Math.min(depth, moment.path.length)
  return (
    <>
      <h3>Call path, {quantityText(moment.cpuTime, 'ns')} of CPU time</h3>
      <NamesApartContext
        value={namesApart(
          moment.path.map(({ name }) => name),
          mostCharacters,
        )}
      >
        <ol>
          {moment.path.map(({ name, file, line }, index) => (
            // Recursive functions stand there more than once.
            <li key={`${index} ${name}`}>
              <button
                type="button"
                className="plain trace-frame"
                aria-current={shownDepth === index + 1}
                title={`${name}${file === null ? '' : `\n${file}${line === null ? '' : `:${line}`}`}\nColour by this depth`}
                onClick={() => onDepth(index + 1)}
              >
                {index + 1} <FittingName name={name} />
              </button>
            </li>
          ))}
        </ol>
      </NamesApartContext>
    </>
  )
}

/** The colours, and the alternative to the picture: names with their shares. */
function Legend({ cells, colours, colour }: { cells: TraceCells; colours: Colour[]; colour: TraceColour }) {
  const all = cells.cells.reduce((sum, own) => sum + own, 0)
  const differences = distinctions(cells.names.slice(0, mostNames), mostCharacters)
  if (cells.names.length === 0) return <p className="dim">{colour === 'region' ? 'No region of the program ran here (hagstone.h).' : 'Nothing ran here.'}</p>
  return (
    <table aria-label="Legend">
      <thead>
        <tr>
          <th scope="col">{colour === 'region' ? 'region' : 'function'}</th>
          <th scope="col" tabIndex={0} title={colour === 'waste' ? 'Share of its accesses that are wasted, in the whole run' : 'Share of the coloured area'}>
            {colour === 'waste' ? 'waste' : 'share'}
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.names.slice(0, mostNames).map((name, index) => (
          <tr key={index} title={name}>
            <td>
              <span className="trace-swatch" style={{ background: cssColour(colours[index]!) }} />
              <FittingName name={name} />
              {differences[index] === '' ? null : <span className="trace-difference dim">{differences[index]}</span>}
            </td>
            <td>{colour === 'waste' ? ((cells.waste[index] ?? -1) < 0 ? '–' : percentText(cells.waste[index]!)) : percentText(cells.cells[index]! / all)}</td>
          </tr>
        ))}
        {cells.names.length > mostNames ? (
          <tr>
            <td className="dim" colSpan={2}>
              {countText(cells.names.length - mostNames)} more
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}
