import { beforeEach, describe, expect, test } from 'vitest'
import { plainShape, treeShape } from './tree_shape.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { type TreeRow } from '../../shared/rpc/trees.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { TreeModel } from './tree_model.ts'

let host: FakeHost
let tree: TreeModel
let selected: TreeRow[]
let failures: unknown[]

beforeEach(async () => {
  host = createFakeHost()
  selected = []
  failures = []
  tree = new TreeModel({
    client: host,
    of: 1,
    kind: 'top-down',
    tool: 'dead-stores',
    onSelect: (row) => void selected.push(row),
    onFailure: (error) => void failures.push(error),
  })
  await tree.open()
})

/** The visible rows as an indented tree, the selected one marked. */
async function drawn(): Promise<string[]> {
  tree.pager.request(0, 100)
  while (tree.pager.rows(0, 100) === null) await new Promise((resolve) => setTimeout(resolve))
  return (tree.pager.rows(0, 100) ?? []).map(
    (row, index) =>
      `${index === tree.selectedIndex ? '>' : ' '}${'  '.repeat(row.depth)}${row.link === null ? '' : `${row.link.relation} `}${row.label.split(' /')[0]}`,
  )
}

const step = ['   init_row', '   fill_row'].map((row) => `  ${row}`)

test('starts with its root open', async () => {
  expect(await drawn()).toEqual([' main', '   step', '   write_grid'])
})

test('a host that is gone is reported once, and the tree can be opened when it is back', async () => {
  const closed = new TreeModel({ client: host, of: 1, kind: 'flat', tool: 'dead-stores', onSelect: () => {}, onFailure: (error) => void failures.push(error) })
  host.answer('tree.create', () => {
    throw new RpcError('unable', 'The connection to Hagstone was lost.')
  })
  await closed.open()
  expect(failures).toEqual([expect.objectContaining({ code: 'unable' })])
  host.answer('tree.create', () => ({ view: 1, rowCount: 3 }))
  await closed.open()
  expect(closed.pager.rowCount).toBe(3)
})

test('a row that is clicked while the hot path is looked for stays selected', async () => {
  const found = tree.hotPath(0.5)
  const clicked = tree.select(2)
  await Promise.all([found, clicked])
  expect(tree.selectedRow?.label).toBe('write_grid')
})

test('a row that is clicked while the end of the hot path is asked for stays selected', async () => {
  let clicked: Promise<void> | null = null
  let shown = -1
  const client = {
    call: async (method: string, params: unknown): Promise<unknown> => {
      if (shown >= 0 && slow.pager.version !== shown && clicked === null) clicked = slow.select(2)
      const answer = await host.call(method as 'tree.rows', params as never)
      if (method === 'tree.hotPath') shown = slow.pager.version
      return answer
    },
  }
  const slow: TreeModel = new TreeModel({
    client: client as unknown as FakeHost,
    of: 1,
    kind: 'top-down',
    tool: 'dead-stores',
    onSelect: () => {},
    onFailure: (error) => void failures.push(error),
  })
  await slow.open()
  await slow.hotPath(0.5)
  expect(clicked).not.toBeNull()
  await clicked
  expect(slow.selectedIndex).toBe(2)
})

test('a tree whose making is stopped says so, and can be opened again', async () => {
  const stopped = new TreeModel({ client: host, of: 1, kind: 'flat', tool: 'dead-stores', onSelect: () => {}, onFailure: (error) => void failures.push(error) })
  host.answer('tree.create', () => {
    throw new RpcError('cancelled', 'tree.create was cancelled.')
  })
  await stopped.open()
  expect(stopped.pager.failure).toBe('Stopped before it was done.')
  host.answer('tree.create', () => ({ view: 1, rowCount: 3 }))
  stopped.pager.retry()
  await stopped.open()
  expect([stopped.pager.failure, stopped.pager.rowCount]).toEqual([null, 3])
})

test('a tree whose sorting is stopped stays in the order that it had', async () => {
  const before = tree.sort
  const rows = await drawn()
  host.answer('tree.sort', () => {
    throw new RpcError('cancelled', 'tree.sort was cancelled.')
  })
  await tree.sortBy({ column: 'name', descending: false })
  expect(tree.sort).toEqual(before)
  expect(tree.pager.failure).toBeNull()
  expect(await drawn()).toEqual(rows)
})

test('a tree whose sorting is stopped once it was done shows the order that it has', async () => {
  await drawn()
  const sort = { column: 'name', descending: false } as const
  host.answer('tree.sort', () => {
    host.answer('tree.rows', () => ({ version: 1000, rowCount: 1, matchCount: 0, focus: null, focusPath: [], rows: [] }))
    throw new RpcError('cancelled', 'tree.sort was cancelled.')
  })
  await tree.sortBy(sort)
  expect(tree.sort).toEqual(sort)
  expect([tree.pager.version, tree.pager.rowCount]).toEqual([1000, 1])
})

describe('arrow keys', () => {
  test('right opens a row, then goes to its first child; left goes back and closes', async () => {
    await tree.select(1)
    await tree.expandOrDescend()
    expect(await drawn()).toEqual([' main', '>  step', ...step, '   write_grid'])
    await tree.expandOrDescend()
    expect(tree.selectedRow?.label).toBe('init_row')
    await tree.collapseOrAscend()
    expect(tree.selectedRow?.label).toBe('step')
    await tree.collapseOrAscend()
    expect(await drawn()).toEqual([' main', '>  step', '   write_grid'])
  })

  test('left on an outermost closed row stays', async () => {
    await tree.select(0)
    await tree.collapseOrAscend()
    await tree.collapseOrAscend()
    expect(await drawn()).toEqual(['>main'])
  })
})

describe('the selection stays on its row', () => {
  test('when a row above it opens', async () => {
    await tree.select(2)
    await tree.toggle(1)
    expect(await drawn()).toEqual([' main', '   step', ...step, '>  write_grid'])
    expect(tree.selectedRow?.label).toBe('write_grid')
  })

  test('when it was clicked while the tree was sorted', async () => {
    await tree.toggle(1)
    const sort = { column: 'name', descending: false } as const
    const before = await drawn()
    const clicked = tree.pager.rows(4, 1)?.[0]
    const sorting = tree.sortBy(sort)
    // The sorting is under way, its answer is not here yet.
    while (host.calls.at(-1)?.method !== 'tree.sort') await Promise.resolve()
    await Promise.all([sorting, tree.select(4, clicked)])
    const after = await drawn()
    expect(after.map((row) => row.trim())).not.toEqual(before.map((row) => row.trim()))
    expect(after.filter((row) => row.startsWith('>'))).toEqual([`>${before[4]?.slice(1)}`])
    expect(selected.at(-1)?.key).toBe(clicked?.key)
  })

  test('that was drawn when it was clicked: if another row is there now, none is marked', async () => {
    await drawn()
    const clicked = tree.pager.rows(2, 1)?.[0]
    await tree.toggle(1)
    await tree.select(2, clicked)
    expect(selected.at(-1)?.key).toBe(clicked?.key)
    expect(tree.selectedIndex).toBeNull()
  })

  test('or moves to the row that closed over it', async () => {
    await tree.toggle(1)
    await tree.select(2)
    await tree.toggle(0)
    expect(await drawn()).toEqual(['>main'])
  })
})

test('the whole subtree opens at once, links included', async () => {
  await tree.select(2)
  await tree.expandSubtree()
  expect(await drawn()).toEqual([
    ' main',
    '   step',
    '>  write_grid',
    '     libfmt.so.9 + 0x1f3a0',
    '       loop at 0x1f3a8',
    '         mov byte ptr [rax + rcx], dl',
    '           KILLED_BY libfmt.so.9 + 0x1f3a0 0x14c0',
  ])
})

test('the hot path ends at the access with the most waste', async () => {
  await tree.select(0)
  await tree.hotPath(0.5)
  expect(tree.selectedRow?.label).toMatch(/^movups/)
  expect(selected.at(-1)?.heaviestPair).toBe(0)
})

test('the focus shows a subtree alone and ends on the row it had', async () => {
  await tree.select(1)
  await tree.focusSelected()
  expect(tree.focusPath).toEqual(['step'])
  expect((await drawn())[0]).toBe('>  step')
  await tree.unfocus(0)
  expect(tree.focusPath).toEqual([])
  expect(tree.selectedRow?.label).toBe('step')
  expect((await drawn())[0]).toBe(' main')
})

test('search counts, goes forth and back, and ends', async () => {
  await tree.searchFor('row', false)
  expect(tree.search?.matchCount).toBe(2)
  await tree.findMatch(1)
  expect(tree.selectedRow?.label).toBe('init_row')
  await tree.findMatch(1)
  expect(tree.selectedRow?.label).toBe('fill_row')
  await tree.findMatch(-1)
  expect(tree.selectedRow?.label).toBe('init_row')
  await tree.searchFor('', false)
  expect(tree.search).toBeNull()
})

test('a pair’s link is revealed without telling that it was selected', async () => {
  await tree.reveal(3, 0, true)
  expect(tree.selectedRow?.link).toMatchObject({ pair: 0, relation: 'KILLED_BY' })
  expect(selected).toEqual([])
})

test('a selection made while a link is being revealed stays', async () => {
  await Promise.all([tree.reveal(3, 0, true), tree.select(0)])
  expect(tree.selectedRow?.label).toBe('main')
})

test('changes asked for at once run one after the other', async () => {
  await Promise.all([tree.toggle(1), tree.select(2), tree.expandOrDescend()])
  expect(failures).toEqual([])
  expect(await drawn()).toEqual([' main', '   step', ...step, '>  write_grid', '     libfmt.so.9 + 0x1f3a0'])
  expect(selected.map((row) => row.label)).toEqual(['write_grid'])
})

test('a rejected change is reported, and the tree stays as it was', async () => {
  host.answer('tree.expand', () => {
    throw new RpcError('refused', 'More than 8,000,000 rows lie below this one; open a part of it')
  })
  await tree.toggle(1)
  expect(failures).toHaveLength(1)
  expect(await drawn()).toEqual([' main', '   step', '   write_grid'])
})

test('begins with what rows waste themselves, but for the view from the program inwards', () => {
  const firstSort = (kind: 'top-down' | 'bottom-up' | 'flat', tool: 'dead-stores' | 'reuse-distance'): string =>
    new TreeModel({ client: host, of: 1, kind, tool, onSelect: () => {}, onFailure: () => {} }).sort.column
  expect((['top-down', 'bottom-up', 'flat'] as const).map((kind) => firstSort(kind, 'dead-stores'))).toEqual([
    'wasteInclusive',
    'wasteExclusive',
    'wasteExclusive',
  ])
  expect(firstSort('top-down', 'reuse-distance')).toBe('traps')
  expect(firstSort('flat', 'reuse-distance')).toBe('useExclusive')
})

test('asks for its own tool’s metrics, and orders a tool without waste by what was seen', async () => {
  const reuse = new TreeModel({
    client: host,
    of: 1,
    kind: 'top-down',
    tool: 'reuse-distance',
    onSelect: () => {},
    onFailure: (error) => void failures.push(error),
  })
  await reuse.open()
  expect(host.calls.filter((call) => call.method === 'tree.create').map((call) => call.parameters)).toEqual([
    { profile: 1, kind: 'top-down', tool: 'dead-stores', sort: { column: 'wasteInclusive', descending: true } },
    { profile: 1, kind: 'top-down', tool: 'reuse-distance', sort: { column: 'traps', descending: true } },
  ])
})

describe('another shape', () => {
  test('that is stopped finds what was open when it is tried again', async () => {
    await tree.select(1)
    const created = host.calls.filter(({ method }) => method === 'tree.create').length
    host.answer('tree.create', () => {
      throw new RpcError('cancelled', 'tree.create was cancelled.')
    })
    await tree.reshape({ foldBelow: 0.01 })
    expect(tree.pager.failure).toBe('Stopped before it was done.')
    expect(host.calls.map(({ method }) => method)).not.toContain('tree.close')
    host.answer('tree.create', () => ({ view: 1, rowCount: 7, selected: 2 }))
    await tree.reshape({ foldBelow: 0.02 })
    const likes = host.calls
      .filter(({ method }) => method === 'tree.create')
      .slice(created)
      .map(({ parameters }) => (parameters as { like?: unknown }).like)
    expect(likes).toEqual([
      { view: 1, index: 1 },
      { view: 1, index: 1 },
    ])
    expect(host.calls.filter(({ method }) => method === 'tree.close').map(({ parameters }) => parameters)).toEqual([{ view: 1 }])
    expect(tree.selectedIndex).toBe(2)
  })

  test('stays open and selected where it was', async () => {
    await tree.select(1)
    host.answer('tree.create', () => ({ view: 1, rowCount: 3, selected: 2 }))
    await tree.reshape({ foldBelow: 0.01 })
    expect(host.calls.findLast(({ method }) => method === 'tree.create')?.parameters).toMatchObject({ foldBelow: 0.01, like: { view: 1, index: 1 } })
    expect(host.calls.findLast(({ method }) => method === 'tree.close')?.parameters).toEqual({ view: 1 })
    expect(tree.selectedIndex).toBe(2)
  })

  test('keeps a row selected that is clicked in the rows of before while it is made, and opens it by the next key', async () => {
    await tree.select(1)
    const [main] = tree.pager.rows(0, 1)!
    const made = host.calls.filter(({ method }) => method === 'tree.create').length
    let clicked: Promise<unknown> | null = null
    host.answer('tree.close', () => null)
    host.answer('tree.create', ({ like }) => {
      clicked ??= Promise.all([tree.select(0, main), tree.expandSubtree()])
      return { view: 1, rowCount: 3, selected: like?.index ?? null }
    })
    await tree.reshape({ foldBelow: 0.01 })
    await clicked
    const creations = host.calls.filter(({ method }) => method === 'tree.create').slice(made)
    expect(creations.map(({ parameters }) => (parameters as { like?: { index: number } }).like?.index)).toEqual([1, 0])
    expect(tree.selectedRow?.label).toBe(main!.label)
    expect(selected.at(-1)?.label).toBe(main!.label)
    expect(host.calls.findLast(({ method }) => method === 'tree.expand')?.parameters).toMatchObject({ index: 0, deep: true })
  })

  test('is another view of the host, with the search that was going on', async () => {
    await tree.searchFor('row', false)
    await tree.select(0)
    await tree.reshape({ blame: 'later' })
    expect(host.calls.filter(({ method }) => method === 'tree.create').map(({ parameters }) => parameters)).toEqual([
      expect.not.objectContaining({ blame: 'later' }),
      expect.objectContaining({ blame: 'later' }),
    ])
    expect(host.calls.map(({ method }) => method)).toContain('tree.close')
    expect(tree.search).toEqual({ text: 'row', regularExpression: false, matchCount: 2 })
    expect(tree.selectedIndex).toBeNull()
    expect(await drawn()).toEqual(['  main', '    step', '    write_grid'].map((line) => line.slice(1)))
  })

  test('of a tree that was never opened waits for its first use; of several the last counts', async () => {
    const closed = new TreeModel({
      client: host,
      of: 1,
      kind: 'flat',
      tool: 'dead-stores',
      onSelect: () => {},
      onFailure: (error) => void failures.push(error),
    })
    await closed.reshape({ blame: 'object' })
    expect(host.calls.filter(({ method }) => method === 'tree.create')).toHaveLength(1)
    await Promise.all([tree.reshape({ foldBelow: 0.1 }), tree.reshape({ foldBelow: 0.2 })])
    expect(host.calls.filter(({ method }) => method === 'tree.create').at(-1)?.parameters).toMatchObject({ foldBelow: 0.2 })
    expect(host.calls.filter(({ method }) => method === 'tree.create')).toHaveLength(2)
  })
})

test('start-up and recursive frames are folded unless the person wants to see them', () => {
  const shape = (startUpShown: boolean, recursionShown: boolean, creatorsShown = false): unknown =>
    treeShape(plainShape, { foldBelow: 0, startUpShown, recursionShown, creatorsShown })
  expect(shape(false, true)).toMatchObject({ foldStartUp: true, foldRecursion: false })
  expect(shape(true, false)).toMatchObject({ foldStartUp: false, foldRecursion: true })
  expect(shape(true, false)).not.toHaveProperty('showCreators')
  expect(shape(true, false, true)).toMatchObject({ showCreators: true })
})

test('rows that come after those of a newer version do not bring back the subtree that was shown alone before', async () => {
  await tree.select(1)
  const before = await host.call('tree.rows', { view: 1, start: 0, count: 1 })
  let arrive = (): void => {}
  host.answer('tree.rows', () => new Promise((done) => (arrive = () => done(before))))
  const late = tree.pager.row(1000)
  await expect.poll(() => host.calls.at(-1)?.parameters).toMatchObject({ start: 1000 })
  await Promise.resolve()
  const newer = { ...before, version: before.version + 1, focusPath: ['step'] }
  const arriveLate = arrive
  host.answer('tree.rows', () => newer)
  host.answer('tree.focus', () => ({ version: newer.version, index: 0 }))
  await tree.focusSelected()
  expect(tree.focusPath).toEqual(['step'])
  arriveLate()
  await late
  expect(tree.focusPath).toEqual(['step'])
})

test('keys typed before the host has opened a row go on from where they lead then', async () => {
  await tree.select(0)
  await tree.collapseOrAscend()
  const opened = Promise.withResolvers<void>()
  const expand = host.call.bind(host)
  const slow = new TreeModel({
    client: {
      ...host,
      call: async (method: string, parameters: unknown) => {
        const answer = await expand(method as 'tree.rows', parameters as never)
        if (method === 'tree.expand') await opened.promise
        return answer
      },
    } as unknown as FakeHost,
    of: 1,
    kind: 'top-down',
    tool: 'dead-stores',
    onSelect: (row) => void selected.push(row),
    onFailure: (error) => void failures.push(error),
  })
  await slow.open()
  await slow.select(1)
  const right = slow.expandOrDescend()
  // Down pressed twice: step's first child, then its second.
  expect([slow.moveLater(1), slow.moveLater(1)]).toEqual([true, true])
  opened.resolve()
  await right
  await expect.poll(() => slow.selectedRow?.label).toMatch(/^fill_row/)
  expect(slow.moveLater(1)).toBe(false)
  expect(failures).toEqual([])
})

test('a row that is clicked before the host has opened another one is neither opened nor left', async () => {
  await tree.select(1)
  const right = tree.expandOrDescend()
  const down = tree.moveLater(1)
  await tree.select(2, tree.pager.rows(2, 1)?.[0])
  await right
  expect(down).toBe(true)
  expect(tree.selectedRow?.label).toMatch(/^write_grid/)
})
