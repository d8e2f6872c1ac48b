/** Opens, shows, and closes profiles. */
import { firstTool } from '../../shared/outcome.ts'
import type { Parameters, ProfileSummary } from '../../shared/rpc/contract.ts'
import type { DistanceRange, IntervalRange } from '../../shared/rpc/charts.ts'
import type { PairId, ProfileId } from '../../shared/rpc/identifiers.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import type { TreeKind, TreeRow } from '../../shared/rpc/trees.ts'
import type { Tool } from '../../shared/run.ts'
import { pairOfPlaces } from '../findings/finding_pair.ts'
import { FindingsModel } from '../findings/finding_model.ts'
import { PairModel } from '../pairs/pair_model.ts'
import { firstFlame, type FlameChoices } from '../flame/flame_choices.ts'
import { firstCharts, type ChartChoices } from '../charts/chart_choices.ts'
import { firstChoices } from '../reuse/reuse_choices.ts'
import type { ReuseChoices } from '../reuse/reuse_choices.ts'
import { allTools } from '../tools/tools.ts'
import type { TraceChoices } from '../trace/trace_viewport.ts'
import { TreeModel } from '../tree/tree_model.ts'
import { plainShape, treeShape } from '../tree/tree_shape.ts'
import { ValueModel } from '../values/value_model.ts'
import type { Application } from './application.ts'
import { noneAgreed } from './agreed_sources.ts'
import { report } from './application.ts'
import { inTurn } from '../rpc/in_turn.ts'
import { askLast, timesAsked } from './latest.ts'
import { failureText } from './failure.ts'
import type { ChosenShape, OpenProfile, PairSelection, ProfileView, ToolViews } from './state.ts'
import type { Side } from './pair_side.ts'

const noFrame = { source: null, target: null }

export function closeProfile(application: Application): void {
  const { client, store } = application
  const open = store.getState().profile
  if (open === null) return
  askLast(application, 'selection')
  for (const { summary } of open.part == null ? [open] : [open, open.part.whole])
    client.call('profile.close', { profile: summary.profile }).catch((error) => report(application, error))
  application.followed.length = 0
  store.setState({ profile: null, screen: 'start' })
}

/** The first view of a profile: the one that the person prefers, unless the run has values alone. */
export function firstView({ preferences }: Application, summary: ProfileSummary): ProfileView {
  if (summary.run.tools[0] === 'values') return 'values'
  return preferences.getState().firstView === 'top-down' ? 'top-down' : 'findings'
}

/** @param like whose tool and tree shape are taken over: of the same run */
export function createOpenProfile(application: Application, summary: ProfileSummary, like: OpenProfile | null = null): OpenProfile {
  const tool = like?.tool ?? firstTool(summary) ?? 'dead-stores'
  const shape = like?.shape ?? plainShape
  const values = new ValueModel({ client: application.client, profile: summary.profile, onFailure: (error) => report(application, error) })
  const findings = new FindingsModel({
    client: application.client,
    profile: summary.profile,
    onFailure: (error) => report(application, error),
    onSelect: async (finding) => {
      const pair = pairOfPlaces(finding)
      if (pair !== null) await selectPairOfAnyTool(application, pair)
    },
  })
  const views = createToolViews(application, summary, tool, shape)
  return {
    ...views,
    shape,
    summary,
    tool,
    values,
    findings,
    leftViews: new Map(),
    view: firstView(application, summary),
    flame: firstFlame,
    charts: firstCharts,
    reuse: { ...firstChoices, accessRate: summary.run.accessRate == null ? '' : String(summary.run.accessRate) },
    agreed: noneAgreed,
    disassembly: false,
  }
}

/** The tools of a run in the windows' order. */
export function recordedTools(summary: ProfileSummary): Tool[] {
  return allTools.filter((tool) => summary.run.tools.includes(tool))
}

export function createToolViews(application: Application, { profile }: ProfileSummary, tool: Tool, chosen: ChosenShape): ToolViews {
  const { client, store } = application
  const onFailure = (error: unknown): void => report(application, error)
  // An answer may come after the person went to another tool or view.
  const isShown = (view: ProfileView): boolean => {
    const shown = store.getState().profile
    return shown?.tool === tool && shown.view === view
  }
  const shape = treeShape(chosen, application.preferences.getState())
  const tree = (kind: TreeKind): TreeModel =>
    new TreeModel({ client, of: profile, kind, tool, shape, onFailure, onSelect: (row) => isShown(kind) && selectFromTree(application, row) })
  return {
    trees: { 'top-down': tree('top-down'), 'bottom-up': tree('bottom-up'), flat: tree('flat') },
    pairs: new PairModel({ client, profile, tool, onFailure, onSelect: (pair) => isShown('pairs') && void selectPair(application, pair) }),
    selection: null,
  }
}

/** Shows another tool's trees and pairs, as they were left or from its heaviest pair on. */
export async function showTool(application: Application, tool: Tool): Promise<void> {
  const open = application.store.getState().profile
  if (open === null || open.tool === tool) return
  const selection = takeTool(application, tool)
  await showView(application, tool === 'values' ? 'values' : open.view)
  if (selection === null) await selectHeaviestPair(application)
}

/** Replaces the shown trees and pairs by another tool's, in the state they were left in. @returns the tool's selection */
export function takeTool(application: Application, tool: Tool): PairSelection | null {
  const open = application.store.getState().profile
  return open === null || open.tool === tool ? (open?.selection ?? null) : changeTool(application, open, tool).selection
}

function changeTool(application: Application, open: OpenProfile, tool: Tool): ToolViews {
  askLast(application, 'selection')
  const { trees, pairs, selection } = open
  const leftViews = new Map(open.leftViews).set(open.tool, { trees, pairs, selection })
  const views = leftViews.get(tool) ?? createToolViews(application, open.summary, tool, open.shape)
  application.followed.length = 0
  updateProfile(application, { ...views, tool, leftViews })
  return views
}

/** Changes the rows of all trees and their numbers; the selected pair stays selected. */
export async function reshapeTrees(application: Application, change: Partial<ChosenShape>): Promise<void> {
  const open = application.store.getState().profile
  if (open === null) return
  const chosen = { ...open.shape, ...change }
  updateProfile(application, { shape: chosen })
  const shape = treeShape(chosen, application.preferences.getState())
  const left = [...open.leftViews.values()].map((views) => views.trees)
  await Promise.all([open.trees, ...left].flatMap((trees) => Object.values(trees).map((tree) => tree.reshape(shape))))
  await revealSelection(application)
}

function selectFromTree(application: Application, row: TreeRow): void {
  const pair = row.link?.pair ?? row.heaviestPair ?? null
  if (pair !== null) void selectPair(application, pair)
  else if (row.heaviestPair === undefined) selectByPlace(application, row).catch((error) => report(application, error))
}

/** Rows of the flat view represent a place in any context: they show the heaviest pair from there. */
async function selectByPlace(application: Application, row: TreeRow): Promise<void> {
  const open = application.store.getState().profile
  if (open === null) return
  const isLast = askLast(application, 'selection')
  const found =
    row.kind === 'line' && row.file !== null && row.line !== null
      ? await open.pairs.atLine(row.file, row.line, null)
      : row.kind === 'function' || row.kind === 'tail-call'
        ? await open.pairs.inFunction(row.label)
        : null
  if (found !== null && isLast()) await selectPair(application, found.pair)
}

export async function selectHeaviestPair(application: Application): Promise<void> {
  const open = application.store.getState().profile
  if (open === null) return
  const asked = timesAsked(application, 'selection')
  const heaviest = await open.pairs.heaviest()
  // A quick person has chosen a row, a pair or another tool already; a filter may have taken the row's mark away since.
  const chosen = (): boolean => {
    const now = application.store.getState().profile
    const another = now?.selection != null && now.selection.pair !== heaviest
    return now?.pairs !== open.pairs || another || open.pairs.selectedIndex !== null || Object.values(open.trees).some((tree) => tree.selectedIndex !== null)
  }
  if (heaviest === null || timesAsked(application, 'selection') !== asked || chosen()) return
  await selectPair(application, heaviest)
  if (!chosen()) await revealSelection(application)
}

/** Makes a pair the one both panes show. */
export async function selectPair(application: Application, pair: PairId): Promise<void> {
  const open = application.store.getState().profile
  if (open === null) return
  askLast(application, 'selection')
  if (open.selection?.pair === pair) return
  updateProfile(application, { selection: { pair, details: open.selection?.details ?? null, failure: null, shownFrame: noFrame } })
  const answered = askForDetails(application, open.summary.profile, pair)
  detailsAsked.set(application, answered)
  await answered
}

/** The pair's details are not here yet: those of the pair before are shown. */
function isUnknown(selection: PairSelection | null | undefined): boolean {
  return selection != null && selection.failure === null && selection.details?.row.pair !== selection.pair
}

/** Settles when the details of the pair selected last are here, or why they are not. */
const detailsAsked = new WeakMap<Application, Promise<void>>()

async function askForDetails(application: Application, profile: ProfileId, pair: PairId): Promise<void> {
  try {
    const details = await application.client.call('pairs.details', { profile, pair })
    answerSelection(application, profile, { pair, details, failure: null, shownFrame: noFrame })
  } catch (error) {
    answerSelection(application, profile, { pair, details: null, failure: failureText(error), shownFrame: noFrame })
  }
}

/** The pair may still be selected, also of a tool that was left meanwhile. */
function answerSelection(application: Application, profile: ProfileId, answered: PairSelection): void {
  const open = application.store.getState().profile
  if (open?.summary.profile !== profile) return
  const completed = <Views extends ToolViews>(views: Views): Views => (views.selection?.pair === answered.pair ? { ...views, selection: answered } : views)
  const leftViews = new Map([...open.leftViews].map(([tool, views]) => [tool, completed(views)]))
  updateProfile(application, { selection: completed(open).selection, leftViews })
}

/** Makes a pair the one both panes show, and its tool the shown one. */
export async function selectPairOfAnyTool(application: Application, pair: PairId): Promise<void> {
  const { client, store } = application
  const open = store.getState().profile
  if (open === null) return
  const { findings } = open
  const { selected } = findings.state.getState()
  const isLast = askLast(application, 'selection')
  const details = await client.call('pairs.details', { profile: open.summary.profile, pair })
  const now = store.getState().profile
  // The person may have gone on to another finding, pair, tool or profile meanwhile.
  if (!isLast()) return
  if (now?.findings !== findings || findings.state.getState().selected !== selected) return
  if (now.tool !== details.row.tool) changeTool(application, now, details.row.tool)
  updateProfile(application, { selection: { pair, details, failure: null, shownFrame: noFrame } })
  // The view that the person went to meanwhile does not show the pair yet, or has rows of the tool before.
  if (now.view !== 'findings') await showView(application, now.view)
}

/** Keeps a person's note on a pair, and shows it wherever the pair stands. */
export async function notePair(application: Application, pair: PairId, change: Partial<PairNote>): Promise<void> {
  const { client, store } = application
  const open = store.getState().profile
  if (open === null) return
  const note = await inTurn(application, () => client.call('pairs.note', { profile: open.summary.profile, pair, change }))
  const selection = store.getState().profile?.selection
  if (selection?.pair === pair && selection.details !== null) {
    const { note: _, ...row } = selection.details.row
    updateProfile(application, { selection: { ...selection, details: { ...selection.details, row: note === null ? row : { ...row, note } } } })
  }
  if (open.pairs.totalCount !== null) await open.pairs.load()
}

/** Selects the heaviest pair with an access on a source line, again and again the next, in the panes and in the shown view. */
export async function selectPairAtLine(application: Application, file: string, line: number): Promise<void> {
  const open = application.store.getState().profile
  const isLast = askLast(application, 'selection')
  const found = await open?.pairs.atLine(file, line, open.selection?.pair ?? null)
  if (found == null || !isLast()) return
  await selectPair(application, found.pair)
  await revealSelection(application)
}

/** Shows a call site of one side instead of its access. */
export function showFrame(application: Application, side: Side, frame: number | null): void {
  const selection = application.store.getState().profile?.selection
  if (!selection) return
  updateProfile(application, { selection: { ...selection, shownFrame: { ...selection.shownFrame, [side]: frame } } })
}

/** The person wants to see a file that the profile names outside the agreed folders, or (null) all that it names. */
export function agreeToSources(application: Application, file: string | null): void {
  const agreed = application.store.getState().profile?.agreed
  if (agreed !== undefined)
    updateProfile(application, { agreed: file === null ? { ...agreed, all: true } : { ...agreed, files: new Set([...agreed.files, file]) } })
}

export function toggleDisassembly(application: Application): void {
  const open = application.store.getState().profile
  if (open !== null) updateProfile(application, { disassembly: !open.disassembly })
}

/** Changes the choices for reuse distances. */
export function chooseReuse(application: Application, change: Partial<ReuseChoices>): void {
  const open = application.store.getState().profile
  if (open !== null) updateProfile(application, { reuse: { ...open.reuse, ...change } })
}

/** Changes the choices for flame graphs. */
export function chooseFlame(application: Application, change: Partial<FlameChoices>): void {
  const open = application.store.getState().profile
  if (open !== null) updateProfile(application, { flame: { ...open.flame, ...change } })
}

/** Changes the choices for the time line and the threads. */
export function chooseCharts(application: Application, change: Partial<ChartChoices>): void {
  const open = application.store.getState().profile
  if (open !== null) updateProfile(application, { charts: { ...open.charts, ...change } })
}

/** Changes the choices for the trace. */
export function chooseTrace(application: Application, trace: TraceChoices): void {
  updateProfile(application, { trace })
}

/** Lists the pairs with reuses at a distance, described by `name`. */
export async function showPairsAt(application: Application, distance: DistanceRange, name: string): Promise<void> {
  const selection = takeTool(application, 'reuse-distance')
  await showListed(application, (pairs) => pairs.listAtDistance(distance, name))
  if (selection === null) await selectHeaviestPair(application)
}

/** Lists the pairs of the shown tool that trapped in a part of the run. */
export async function showPairsDuring(application: Application, during: IntervalRange, name: string): Promise<void> {
  await showListed(application, (pairs) => pairs.listDuring(during, name))
}

/** Goes to the pairs at once, whose rows follow: a person who goes to another view in the meantime stays there. */
async function showListed(application: Application, list: (pairs: PairModel) => Promise<void>): Promise<void> {
  const open = application.store.getState().profile
  if (open === null) return
  updateProfile(application, { view: 'pairs' })
  await list(open.pairs)
  await revealSelection(application)
}

/** Switches the left side; a tree shown for the first time is created then and opens the way to the selected pair. */
export async function showView(application: Application, view: ProfileView): Promise<void> {
  const open = application.store.getState().profile
  if (open === null) return
  updateProfile(application, { view })
  if (view === 'top-down' || view === 'bottom-up' || view === 'flat') await open.trees[view].open()
  else if (view === 'pairs' && open.pairs.totalCount === null) await open.pairs.load()
  else if (view === 'findings') await open.findings.load(() => application.store.getState().profile?.selection?.pair ?? null)
  await revealSelection(application)
}

/** Shows a finding in its view; the selected pair stays. */
export async function showFinding(application: Application, finding: string): Promise<void> {
  await showView(application, 'findings')
  application.store.getState().profile?.findings.show(finding)
}

/** Makes the shown view follow a selection that was made elsewhere. */
export async function revealSelection(application: Application): Promise<void> {
  if (isUnknown(application.store.getState().profile?.selection)) await detailsAsked.get(application)
  const open = application.store.getState().profile
  const details = open?.selection?.details ?? null
  if (open === null || details === null || isUnknown(open.selection)) return
  if (open.view === 'findings') return open.findings.reveal(details.row.pair)
  if (open.view === 'pairs') return open.pairs.reveal(details.row.pair)
  if (!(open.view in open.trees)) return
  const tree = open.trees[open.view as TreeKind]
  const shown = tree.selectedRow
  if (shown !== null && (shown.link?.pair ?? shown.heaviestPair) === details.row.pair) return
  await tree.reveal(details.source.node, details.row.pair, true)
}

/** From one side of the selected pair to the other, in the top-down tree. */
export async function followLink(application: Application): Promise<void> {
  const open = application.store.getState().profile
  const details = open?.selection?.details ?? null
  if (open === null || details === null) return
  const tree = open.trees['top-down']
  const link = tree.selectedRow?.link ?? null
  const outgoing = link === null || link.outgoing
  const [here, there] = outgoing ? [details.source, details.target] : [details.target, details.source]
  application.followed.push({ node: here.node, pair: details.row.pair })
  if (open.view !== 'top-down') await showView(application, 'top-down')
  await tree.reveal(there.node, null, true)
}

/** Goes back to the row whose link was followed last. */
export async function goBack(application: Application): Promise<void> {
  const place = application.followed.pop()
  const open = application.store.getState().profile
  if (place === undefined || open === null) return
  if (open.view !== 'top-down') await showView(application, 'top-down')
  await open.trees['top-down'].reveal(place.node, place.pair)
}

function updateProfile(application: Application, change: Partial<OpenProfile>): void {
  application.store.setState(({ profile }) => (profile === null ? {} : { profile: { ...profile, ...change } }))
}

/** The request that saves a table: pairs as their view filters and sorts them. */
export function tableQuestion({ summary, pairs: { filter, sort } }: OpenProfile, table: Parameters<'export.csv'>['table']): Parameters<'export.csv'> {
  return { profile: summary.profile, table, ...(table === 'pairs' ? { pairs: { filter, sort } } : {}) }
}
