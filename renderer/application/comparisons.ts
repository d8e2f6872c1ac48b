import type { ComparedFindingRow, Normalisation } from '../../shared/comparison.ts'
import type { Side as Version } from '../../shared/compare/compared_number.ts'
import { mostChangedTool } from '../../shared/compare/most_changed_tool.ts'
import { firstToolOf } from '../../shared/outcome.ts'
import type { Tool } from '../../shared/run.ts'
import type { ComparisonSummary, Parameters, ProfileSummary } from '../../shared/rpc/contract.ts'
import type { RecentRun } from '../../shared/rpc/host.ts'
import type { Sort, TreeKind, TreeRow } from '../../shared/rpc/trees.ts'
import type { ChosenBox, ComparedSelection, ComparedViews, ComparisonView, KeptComparison, OpenComparison } from '../comparison/open_comparison.ts'
import { TableModel } from '../comparison/table_model.ts'
import { directoryName, nameFiles, profileStem } from '../format/paths.ts'
import { firstChoices } from '../reuse/reuse_choices.ts'
import type { ReuseChoices } from '../reuse/reuse_choices.ts'
import { isNeutral } from '../tools/tools.ts'
import { TreeModel } from '../tree/tree_model.ts'
import type { Application } from './application.ts'
import { noneAgreed } from './agreed_sources.ts'
import { announce, report } from './application.ts'
import { failureText, isCancelled } from './failure.ts'
import { chooseFile } from './opening/files.ts'
import { refreshRecent } from './host_facts.ts'
import { beginOpening } from './opening/opening.ts'
import { saveFile } from './save.ts'
import type { AppState } from './state.ts'
import type { Side } from './pair_side.ts'

/** A comparison's first choices; swapping and reopening keep them. */
type Choices = KeptComparison & Pick<OpenComparison, 'reuse' | 'agreed'>

/** Opens two profiles and compares them in place of the present comparison; an open profile stays open. */
export async function compareFiles(application: Application, old: string, present: string, keep: Partial<Choices> = {}): Promise<void> {
  const { client, store } = application
  const { opening, signal, screenOf } = beginOpening(application, present)
  const opened: ProfileSummary[] = []
  try {
    const open = async (path: string): Promise<ProfileSummary> => {
      const summary = await client.call('profile.open', { path }, { signal })
      opened.push(summary)
      return summary
    }
    const profiles = { old: await open(old), new: await open(present) }
    const summary = await client.call('compare.open', { old: profiles.old.profile, new: profiles.new.profile }, { signal })
    const screen = screenOf('comparison')
    closeComparison(application)
    for (const { fileNames } of Object.values(profiles)) nameFiles(fileNames ?? {})
    store.setState({ comparison: createComparison(application, summary, profiles, keep), screen, tickedRuns: [] })
    void refreshRecent(application)
    await showComparisonView(application, store.getState().comparison?.view ?? 'pairs')
  } catch (error) {
    for (const { profile } of opened) client.call('profile.close', { profile }).catch((failure) => report(application, failure))
    if (isCancelled(error)) return
    if (store.getState().screen === 'start') store.setState({ openFailure: { path: present, message: failureText(error) } })
    else report(application, error)
  } finally {
    store.setState((state) => (state.opening === opening ? { opening: null } : {}))
  }
}

/** Asks for the profiles to compare: the open one with another, or where none is open for both. */
export async function chooseComparison(application: Application): Promise<void> {
  const { screen, comparison, profile } = application.store.getState()
  const shown = screen === 'comparison' ? comparison?.summary.old.path : profile?.summary.path
  const old = shown ?? (await chooseFile(application, 'profile'))
  if (old === null) return
  const present = await chooseFile(application, 'compare-with', directoryName(old))
  if (present !== null) await compareFiles(application, old, present)
}

/** The runs that are ticked to be compared, the older first. */
export function tickedInOrder({ recent, tickedRuns }: Pick<AppState, 'recent' | 'tickedRuns'>): RecentRun[] {
  return (recent ?? []).filter((run) => tickedRuns.includes(run.path)).sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
}

export function closeComparison(application: Application): void {
  const { client, store } = application
  const { comparison } = store.getState()
  if (comparison === null) return
  const { summary, profiles } = comparison
  const closed = [
    client.call('compare.close', { comparison: summary.comparison }),
    ...Object.values(profiles).map(({ profile }) => client.call('profile.close', { profile })),
  ]
  for (const call of closed) call.catch((error) => report(application, error))
  store.setState(({ screen, profile }) => ({
    comparison: null,
    ...(screen === 'comparison' ? { screen: profile === null ? ('start' as const) : ('profile' as const) } : {}),
  }))
}

/** The old run becomes the new one; the selection stays. */
export async function swapVersions(application: Application): Promise<void> {
  const { comparison } = application.store.getState()
  if (comparison === null) return
  const { summary, view, tool, normalisation, look, flameOf, reuse, agreed } = comparison
  await compareFiles(application, summary.new.path, summary.old.path, {
    view,
    tool,
    normalisation,
    look,
    flameOf,
    reuse,
    agreed: { old: agreed.new, new: agreed.old },
  })
}

function createComparison(application: Application, summary: ComparisonSummary, profiles: OpenComparison['profiles'], keep: Partial<Choices>): OpenComparison {
  const tool = keep.tool !== undefined && summary.tools.includes(keep.tool) ? keep.tool : (firstComparedTool(summary, profiles) ?? 'dead-stores')
  return {
    view: tool === 'values' ? 'values' : 'pairs',
    look: 'source',
    flameOf: 'waste',
    reuse: firstChoices,
    agreed: { old: noneAgreed, new: noneAgreed },
    ...keep,
    normalisation: keep.normalisation !== undefined && normalisationsOf(summary, tool).includes(keep.normalisation) ? keep.normalisation : 'run',
    ...createViews(application, summary, tool),
    tool,
    summary,
    profiles,
    leftViews: new Map(),
  }
}

/** The tool of the verdict. */
function firstComparedTool({ tools, totals }: ComparisonSummary, profiles: OpenComparison['profiles']): Tool | null {
  const waste = Object.entries(totals.run ?? {}).map(([tool, compared]) => [tool, compared.waste])
  return mostChangedTool(Object.fromEntries(waste)) ?? firstToolOf(tools, Object.values(profiles))
}

/** The row has no place of its own: the program, a thread, or a module. */
function holdsPlaces({ kind }: TreeRow): boolean {
  return kind === 'root' || kind === 'thread' || kind === 'module'
}

function createViews(application: Application, { comparison }: ComparisonSummary, tool: Tool): ComparedViews {
  const { client, store } = application
  const onFailure = (error: unknown): void => report(application, error)
  const normalisation = (): Normalisation => store.getState().comparison?.normalisation ?? 'run'
  // An answer may come after the person went to another tool or view, or closed the comparison.
  const select = (view: ComparisonView, selection: ComparedSelection): void => {
    const shown = store.getState().comparison
    const isOfShown = shown?.summary.comparison === comparison && shown.tool === tool
    if (isOfShown && (shown.view === view || shown.selection === null)) update(application, { selection })
  }
  const tree = (kind: TreeKind): TreeModel =>
    new TreeModel({
      client,
      kind,
      tool,
      onFailure,
      // Rows of the program, a thread or a module have no place of their own: they leave the selection as it is.
      onSelect: (row) => {
        if (!holdsPlaces(row)) select(kind, { kind: 'row', row })
      },
      of: (sort: Sort) => client.call('compare.tree', { comparison, kind, tool, normalisation: normalisation(), sort }),
    })
  const trees = { 'top-down': tree('top-down'), 'bottom-up': tree('bottom-up'), flat: tree('flat') }
  if (!isNeutral(tool)) for (const each of Object.values(trees)) each.sort = { ...each.sort, side: 'impact' }
  return {
    trees,
    pairs: new TableModel({
      filter: { wastefulOnly: !isNeutral(tool), status: null, direction: 'all', search: '', regularExpression: false },
      sort: { column: 'impact', descending: true },
      fetch: (request) => client.call('compare.pairs', { comparison, tool, normalisation: normalisation(), ...request }),
      rowKey: (row) => String(row.pair),
      onSelect: (pair) => select('pairs', { kind: 'pair', pair }),
      onFailure,
    }),
    objects: new TableModel({
      filter: {},
      sort: { column: 'impact', descending: true },
      fetch: ({ sort, start, count }) => client.call('compare.objects', { comparison, tool, normalisation: normalisation(), sort, start, count }),
      rowKey: (row) => `${row.module ?? ''} ${row.name}`,
      onSelect: () => {},
      onFailure,
    }),
    selection: null,
    box: null,
  }
}

/** Switches the view; its rows are requested when it is first shown. */
export async function showComparisonView(application: Application, view: ComparisonView): Promise<void> {
  const { comparison } = application.store.getState()
  if (comparison === null) return
  update(application, { view })
  if (isTreeView(view)) {
    const tree = comparison.trees[view]
    // The largest change is selected, so that the sources below are never empty.
    await Promise.all([tree.open(), comparison.selection === null ? comparison.pairs.open() : null])
    const { selection = null } = application.store.getState().comparison ?? {}
    if (selection?.kind === 'pair') await tree.reveal(selection.pair.node, null, true)
    // The largest change is far below the program's row, where it is hard to find by hand.
    if (view === 'top-down' && tree.hasWaste && tree.selectedIndex === null) await tree.hotPath(application.preferences.getState().hotPathShare)
  }
  if (view === 'pairs') await comparison.pairs.open()
  else if (view === 'objects') await comparison.objects.open()
}

/** Shows another tool that both runs have, as it was left. */
export async function showComparedTool(application: Application, tool: Tool): Promise<void> {
  const { comparison } = application.store.getState()
  if (comparison === null || comparison.tool === tool) return
  await takeTool(application, comparison, tool)
  await showComparisonView(application, tool === 'values' ? 'values' : comparison.view === 'values' ? 'pairs' : comparison.view)
}

/** Takes another tool's views before it returns; amounts normalized in a way that the tool does not allow follow. */
async function takeTool(
  application: Application,
  { summary, tool: left, trees, pairs, objects, selection, box, ...comparison }: OpenComparison,
  tool: Tool,
): Promise<void> {
  const leftViews = new Map(comparison.leftViews).set(left, { trees, pairs, objects, selection, box })
  update(application, { ...(leftViews.get(tool) ?? createViews(application, summary, tool)), tool, leftViews })
  if (!normalisationsOf(summary, tool).includes(comparison.normalisation)) await normaliseBy(application, 'run')
}

/** Selects a finding's pair in the open tree or the table of pairs. A tool that one run alone has has neither: only the sources show the pair. */
export async function showComparedFinding(application: Application, { pair }: ComparedFindingRow): Promise<void> {
  const { store } = application
  const { comparison } = store.getState()
  if (comparison === null) return
  const isCommon = comparison.summary.tools.includes(pair.tool)
  const view = isCommon && isTreeView(comparison.view) ? comparison.view : 'pairs'
  const taken = isCommon && comparison.tool !== pair.tool ? takeTool(application, comparison, pair.tool) : null
  update(application, { view, selection: { kind: 'pair', pair } })
  await Promise.all([taken, view === 'pairs' ? store.getState().comparison?.pairs.reveal(pair) : showComparisonView(application, view)])
}

/** Selects a box of one run's flame graph: its row in the tree of both runs, and the sources of both. */
export async function selectComparedBox(application: Application, box: ChosenBox): Promise<void> {
  const { client, store } = application
  const { comparison } = store.getState()
  if (comparison === null) return
  const { summary, tool, trees } = comparison
  update(application, { box })
  const { node } = await client.call('compare.find', { comparison: summary.comparison, tool, ...box })
  const isLatest = (): boolean => {
    const shown = store.getState().comparison
    return shown?.summary.comparison === summary.comparison && shown.box === box
  }
  if (node === null || !isLatest()) return
  const tree = trees['top-down']
  await tree.open()
  await tree.reveal(node, null)
  const row = tree.selectedRow
  if (row !== null && isLatest()) update(application, { selection: { kind: 'row', row } })
}

function isTreeView(view: ComparisonView): view is TreeKind {
  return view === 'top-down' || view === 'bottom-up' || view === 'flat'
}

/** Normalisations of a tool's amounts; of values, which have no amounts, those of any tool. */
export function normalisationsOf({ normalisations, totals, tools }: ComparisonSummary, tool: Tool): Normalisation[] {
  const having = tool === 'values' ? tools : [tool]
  return normalisations.filter((each) => each === 'run' || having.some((one) => totals[each]?.[one] !== undefined))
}

/** Changes the factor of the new run's amounts, in every view; open rows stay open, the selection stays. */
export async function normaliseBy(application: Application, normalisation: Normalisation): Promise<void> {
  const { client, store } = application
  const { comparison } = store.getState()
  if (comparison === null || comparison.normalisation === normalisation) return
  update(application, { normalisation })
  const views: ComparedViews[] = [comparison, ...comparison.leftViews.values()]
  await Promise.all(
    views.flatMap(({ trees, pairs, objects }) => [
      ...Object.values(trees).map((tree) => tree.renew((view) => client.call('compare.renormalise', { view, normalisation }))),
      pairs.renew(),
      objects.renew(),
    ]),
  )
}

/** A table of the comparison as it is shown: the pairs filtered and sorted as in their view. */
export function comparedTable(
  { client }: Application,
  { summary, tool, normalisation, pairs: { filter, sort } }: OpenComparison,
  table: Parameters<'compare.export'>['table'],
  format: Parameters<'compare.export'>['format'],
): Promise<string> {
  return client.call('compare.export', {
    comparison: summary.comparison,
    tool,
    normalisation,
    table,
    ...(table === 'pairs' ? { pairs: { filter, sort } } : {}),
    format,
  })
}

/** A table of the comparison as CSV; other tables than these three are of one profile alone. */
export async function saveCompared(application: Application, comparison: OpenComparison, table: string): Promise<void> {
  const compared = ({ pairs: 'pairs', flat: 'functions', objects: 'objects' } as const)[table]
  if (compared === undefined) return
  const { summary } = comparison
  const content = await comparedTable(application, comparison, compared, 'csv')
  const name = `${profileStem(summary.old.path)}-${profileStem(summary.new.path)}-${compared}.csv`
  saveFile(name, content, 'text/csv;charset=utf-8')
  announce(application, `${name} was saved.`)
}

/** Chooses what the flame graph is of. */
export function chooseComparedFlame(application: Application, flameOf: OpenComparison['flameOf']): void {
  update(application, { flameOf })
}

/** Chooses the access of the selected pair whose sources are shown. */
export function lookAt(application: Application, look: Side): void {
  update(application, { look })
}

export function chooseComparedReuse(application: Application, change: Partial<ReuseChoices>): void {
  const { comparison } = application.store.getState()
  if (comparison !== null) update(application, { reuse: { ...comparison.reuse, ...change } })
}

/** The person wants to see a file that one of the profiles names outside the agreed folders, or (null) all that it names. */
export function agreeToComparedSources(application: Application, version: Version, file: string | null): void {
  const { comparison } = application.store.getState()
  if (comparison === null) return
  const { agreed } = comparison
  const own = agreed[version]
  update(application, { agreed: { ...agreed, [version]: file === null ? { ...own, all: true } : { ...own, files: new Set([...own.files, file]) } } })
}

function update(application: Application, change: Partial<OpenComparison>): void {
  application.store.setState(({ comparison }) => (comparison === null ? {} : { comparison: { ...comparison, ...change } }))
}
