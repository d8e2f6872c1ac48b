/** Everything that keeps a part of the profile from the shown view, each with the way back. */
import type { Application } from '../application/application.ts'
import { reshapeTrees } from '../application/profiles.ts'
import type { ChosenShape, OpenProfile } from '../application/state.ts'
import { isFiltered, noFilter } from '../findings/finding_filter.ts'
import { noteWords } from '../format/note_words.ts'
import { countText, quantityText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'
import { changePart } from '../trace/trace_part.ts'
import { threadNames } from '../threads/thread_names.ts'
import { blameWords, transformWords } from '../tree/tree_shape.ts'

export interface ActiveFilter {
  id: string
  text: string
  title: string
  /** Name of the button that takes it back. */
  remove: string
  clear(): unknown
}

/** Those that apply to the shown view, the widest first. */
export function activeFilters(application: Application, profile: OpenProfile): ActiveFilter[] {
  return [...partFilters(application, profile), ...shapeFilters(application, profile), ...viewFilters(profile)]
}

function partFilters(application: Application, { part, summary }: OpenProfile): ActiveFilter[] {
  if (part == null) return []
  const { time, threads } = part
  const note = summary.notes[0] ?? ''
  const names = namesOf(summary, threads)
  return [
    ...(time === null
      ? []
      : [
          {
            id: 'time',
            text: `time ${quantityText(time.from, 'ns')} – ${quantityText(time.to, 'ns')}`,
            title: note,
            remove: 'Show the whole time of the run',
            clear: () => changePart(application, { time: null }),
          },
        ]),
    ...(threads === null
      ? []
      : [
          {
            id: 'threads',
            text: names.length === 1 ? `thread: ${names.join()}` : `threads: ${countText(threads.length)} of ${countText(summary.threads.length)}`,
            title: `${names.slice(0, mostNames).join('\n')}${names.length > mostNames ? '\n…' : ''}\n\n${note}`,
            remove: 'Show all threads',
            clear: () => changePart(application, { threads: null }),
          },
        ]),
  ]
}

const mostNames = 20

function namesOf({ threads }: OpenProfile['summary'], chosen: readonly number[] | null): string[] {
  if (chosen === null) return []
  const names = threadNames(threads)
  return chosen.flatMap((index) => names[index] ?? [])
}

/** Filters of the three trees. */
function shapeFilters(application: Application, { view, trees, shape, summary }: OpenProfile): ActiveFilter[] {
  if (!(view in trees)) return []
  const { transforms, blame, threads } = shape
  const change = (part: Partial<ChosenShape>) => () => reshapeTrees(application, part)
  const names = namesOf(summary, threads)
  return [
    ...(blame === 'earlier'
      ? []
      : [
          {
            id: 'blame',
            text: `waste charged to ${blameWords[blame].title}`,
            title: blameWords[blame].description,
            remove: 'Charge the earlier access again',
            clear: change({ blame: 'earlier' }),
          },
        ]),
    ...(threads === null
      ? []
      : [
          {
            id: 'tree-threads',
            text: names.length === 1 ? `only thread ${names.join()}` : `${countText(names.length)} of ${countText(summary.threads.length)} threads`,
            title: names.slice(0, mostNames).join('\n'),
            remove: 'Include all threads again',
            clear: change({ threads: null }),
          },
        ]),
    ...transforms.map((transform, index) => ({
      id: `${transform.kind} ${transform.name}`,
      text: transformWords[transform.kind].chip(transform.name),
      title: `${transform.name}\n${transformWords[transform.kind].description}`,
      remove: `Undo: ${transformWords[transform.kind].chip(transform.name)}`,
      clear: change({ transforms: transforms.toSpliced(index, 1) }),
    })),
  ]
}

/** Filters of the view itself: its search, and those of its toolbar. */
function viewFilters({ view, trees, pairs, findings }: OpenProfile): ActiveFilter[] {
  if (view in trees) {
    const tree = trees[view as keyof typeof trees]
    const { search } = tree
    if (search === null || search.text === '') return []
    return [
      {
        id: 'search',
        text: `search “${search.text}”`,
        title: 'Rows that match are marked; all rows stay',
        remove: 'End the search',
        clear: () => tree.searchFor('', search.regularExpression),
      },
    ]
  }
  if (view === 'pairs') {
    const { filter, noFilter: all } = pairs
    const change = (part: Partial<typeof filter>) => () => pairs.filterBy({ ...pairs.filter, ...part })
    return [
      ...(filter.search === ''
        ? []
        : [
            {
              id: 'search',
              text: `pairs with “${filter.search}”`,
              title: 'Only pairs with this function or file',
              remove: 'End the search',
              clear: change({ search: '', side: 'either' }),
            },
          ]),
      ...(filter.triage == null
        ? []
        : [
            {
              id: 'triage',
              text: filter.triage === 'open' ? 'neither fixed nor ignored' : 'with a note',
              title: 'Only pairs with this mark',
              remove: 'Pairs with any note',
              clear: change({ triage: null }),
            },
          ]),
      ...(filter.advice == null
        ? []
        : [
            {
              id: 'advice',
              text: `advice: ${filter.advice}`,
              title: 'Only pairs of this class of advice',
              remove: 'Pairs with any advice',
              clear: change({ advice: null }),
            },
          ]),
      ...(filter.wastefulOnly || !all.wastefulOnly
        ? []
        : [
            {
              id: 'use',
              text: 'with useful pairs',
              title: 'Pairs with a useful first access are also listed',
              remove: 'Only wasteful pairs',
              clear: change({ wastefulOnly: true }),
            },
          ]),
    ]
  }
  if (view !== 'findings') return []
  const { filter } = findings.state.getState()
  if (!isFiltered(filter)) return []
  return [
    ...(filter.search === ''
      ? []
      : [
          {
            id: 'search',
            text: `findings with “${filter.search}”`,
            title: 'Only findings with this title, function or file',
            remove: 'End the search',
            clear: () => findings.filterBy({ search: noFilter.search }),
          },
        ]),
    ...(filter.tool === null
      ? []
      : [
          {
            id: 'tool',
            text: toolWords[filter.tool].name,
            title: 'Only findings of this tool',
            remove: 'Findings of any tool',
            clear: () => findings.filterBy({ tool: null }),
          },
        ]),
    ...(filter.triage === null
      ? []
      : [
          {
            id: 'triage',
            text: filter.triage === 'open' ? 'neither fixed nor ignored' : noteWords[filter.triage],
            title: 'Only findings with this mark',
            remove: 'Findings with any mark',
            clear: () => findings.filterBy({ triage: null }),
          },
        ]),
  ]
}
