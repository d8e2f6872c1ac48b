import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MethodName, Parameters, ProfileSummary, Result, RpcHandlers } from '../../../shared/rpc/contract.ts'
import type { PairFilter } from '../../../shared/rpc/pairs.ts'
import { profileFromStacks, RUN } from '../../profile/profile_from_stacks.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { FileThread } from '../files/file_thread.ts'
import type { Settings, SettingsValues } from '../settings.ts'
import { createQueryHandlers } from './query_handlers.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'

/** Root of the files that the tests may read; sources are below `project`, a secret beside it. */
const root = temporaryDirectory()
const project = join(root, 'project')
const path = join(root, 'run.hagstone')

class MemorySettings implements Settings {
  readonly #values: SettingsValues = { sourceMappings: [], sourceFolders: [], editor: '' }
  get<K extends keyof SettingsValues>(name: K): SettingsValues[K] {
    return this.#values[name]
  }
  set<K extends keyof SettingsValues>(name: K, value: SettingsValues[K]): void {
    this.#values[name] = value
  }
}

const directoryOfOwn = join(root, 'state', 'own-recordings')
const ownRecordings = new OwnRecordings(() => {}, directoryOfOwn)
const sourceThread = new FileThread(directoryOfOwn)
const settings = new MemorySettings()
const edited: string[] = []
const service = createQueryHandlers(settings, sourceThread, async (file, line) => void edited.push(`${file}:${line}`))
let summary: ProfileSummary

function call<M extends MethodName & keyof typeof service.handlers>(method: M, parameters: Parameters<M>, client = 1): Promise<Result<M>> {
  const handler = (service.handlers as RpcHandlers)[method]
  return handler(parameters, { signal: new AbortController().signal, client })
}

beforeAll(async () => {
  mkdirSync(project)
  writeFileSync(join(project, 'solver.c'), 'int main(void) {}\n')
  writeFileSync(join(root, 'secret.c'), 'secret')
  symlinkSync(join(root, 'secret.c'), join(project, 'link.c'))
  writeFileSync(join(project, 'large.c'), Buffer.alloc((8 << 20) + 1, 32))
  const drawn = profileFromStacks(`
    main main.c:41 > init solver.c:117 > ~set set.h:5   KILLED_BY   main main.c:44 > fill solver.c:131   90
    main main.c:41 > init solver.c:117 > ~set set.h:5   USED_BY     main main.c:44 > fill solver.c:131   10
    main main.c:44 > fill solver.c:131                  KILLED_BY   main main.c:41 > init solver.c:117   30/4
  `)
  const files = [
    ...drawn.files.map((file) => file.replace('/src', project)),
    'solver.c',
    join(root, 'secret.c'),
    join(project, '../secret.c'),
    join(project, 'link.c'),
    join(project, 'large.c'),
    project,
    '/build/tree/solver.c',
  ]
  writeProfile(path, { ...drawn, files, run: { ...RUN, workingDirectory: project } }, [
    {
      module: 0,
      name: 'set',
      low: 0x1000,
      high: 0x1010,
      lines: [
        { address: 0xffc, bytes: '90', text: 'nop', note: null, file: -1, line: -1 },
        { address: 0x1000, bytes: '4889', text: 'mov 0', note: null, file: 0, line: 5 },
        { address: 0x1004, bytes: 'c3', text: 'ret', note: null, file: 0, line: 6 },
      ],
    },
  ])
  summary = await call('profile.open', { path })
})
afterAll(() => Promise.all([service.dispose(), sourceThread.close()]))

describe('profiles', () => {
  it('open with their summary', () => {
    expect(summary).toMatchObject({
      path,
      nodeCount: 11,
      pairCount: 3,
      totals: { 'dead-stores': { waste: 120, use: 10 } },
      run: { command: ['./solver', 'input.dat'] },
    })
  })

  it('are rejected in one line', async () => {
    await expect(call('profile.open', { path: join(root, 'secret.c') })).rejects.toMatchObject({
      code: 'bad-file',
      message: expect.stringMatching(/is not a Hagstone profile/),
    })
    await expect(call('profile.open', { path: join(root, 'none') })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('close with the window that opened them', async () => {
    const other = await call('profile.open', { path }, 2)
    const { view } = await call('tree.create', { profile: other.profile, kind: 'flat', sort: { column: 'traps', descending: true } })
    service.disconnect(2)
    await expect(call('tree.rows', { view, start: 0, count: 1 })).rejects.toMatchObject({ code: 'not-found' })
    await expect(call('pairs.details', { profile: other.profile, pair: 0 })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('abandon a cancelled query', async () => {
    const cancelled = AbortSignal.abort()
    await expect(service.handlers['profile.open']({ path }, { signal: cancelled, client: 1 })).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('trees', () => {
  it('reject indices of an older version', async () => {
    const { view } = await call('tree.create', { profile: summary.profile, kind: 'top-down', sort: { column: 'wasteInclusive', descending: true } })
    const { version } = await call('tree.rows', { view, start: 0, count: 10 })
    await call('tree.expand', { view, version, index: 0, expanded: true, deep: true })
    await expect(call('tree.expand', { view, version, index: 0, expanded: false, deep: false })).rejects.toMatchObject({ code: 'stale' })
  })

  it('copy what is visible as text', async () => {
    const { view } = await call('tree.create', { profile: summary.profile, kind: 'top-down', sort: { column: 'wasteInclusive', descending: true } })
    const { index } = await call('tree.hotPath', { view, from: 0 })
    const { rows } = await call('tree.rows', { view, start: 0, count: index! + 1 })
    expect(rows.find((row) => row.link !== null)!.link).toMatchObject({ pair: 0, relation: 'KILLED_BY', outgoing: true })
    expect(`\n${await call('tree.copy', { view, index: 1 })}`).toMatchInlineSnapshot(`
      "
        waste    used
       92.3 %   7.7 %  main
       69.2 %   7.7 %    init  called at main.c:41
       69.2 %   7.7 %      [inlined] set  called at project/solver.c:117
       69.2 %   7.7 %        set.h:5
       69.2 %   7.7 %          mov 0
       69.2 %     0 %            ↳ KILLED_BY fill project/solver.c:131
       69.2 %     0 %              main
       69.2 %     0 %                fill  called at main.c:44
       69.2 %     0 %                  project/solver.c:131
       69.2 %     0 %                    mov 1
          0 %     0 %      project/solver.c:117
       23.1 %     0 %    fill  called at main.c:44
      "
    `)
  })
})

describe('pairs', () => {
  const all: PairFilter = { wastefulOnly: false, search: '', regularExpression: false, side: 'either' }
  const list = async (filter: Partial<PairFilter>, column: 'waste' | 'source' = 'waste', descending = true): Promise<string[]> => {
    const { rows } = await call('pairs.rows', { profile: summary.profile, filter: { ...all, ...filter }, sort: { column, descending }, start: 0, count: 10 })
    return rows.map((row) => `${row.source} ${row.relation} ${row.target}`)
  }

  it('are sorted, filtered and paged', async () => {
    expect(await list({ wastefulOnly: true })).toEqual([
      'set set.h:5 KILLED_BY fill project/solver.c:131',
      'fill project/solver.c:131 KILLED_BY init project/solver.c:117',
    ])
    expect(await list({}, 'source', false)).toEqual([
      'fill project/solver.c:131 KILLED_BY init project/solver.c:117',
      'set set.h:5 KILLED_BY fill project/solver.c:131',
      'set set.h:5 USED_BY fill project/solver.c:131',
    ])
    expect(await list({ search: 'FILL', side: 'source' })).toEqual(['fill project/solver.c:131 KILLED_BY init project/solver.c:117'])
    expect(await list({ search: 'solver.c:131', side: 'source' })).toEqual(['fill project/solver.c:131 KILLED_BY init project/solver.c:117'])
    expect(await list({ search: 'solver.c:13', regularExpression: true, side: 'target' })).not.toEqual([])
    expect(await list({ search: 'set\\.h$', regularExpression: true, wastefulOnly: true })).toEqual(['set set.h:5 KILLED_BY fill project/solver.c:131'])
    const page = await call('pairs.rows', { profile: summary.profile, filter: all, sort: { column: 'waste', descending: true }, start: 1, count: 1 })
    expect(page).toMatchObject({ rowCount: 3, totalCount: 3, rows: [{ pair: 2, waste: 30, fewSamples: true, shareOfWaste: 0.25 }] })
  })

  it('have two sides and a shared part', async () => {
    const details = await call('pairs.details', { profile: summary.profile, pair: 0 })
    expect(details.source.frames.map((frame) => `${frame.function}:${frame.line}`)).toEqual(['main:41', 'init:117'])
    expect(details.source.leaf).toMatchObject({ function: 'set', line: 5, inlined: true, instruction: 'mov 0' })
    expect(details.target.leaf).toMatchObject({ function: 'fill', line: 131 })
    expect(details.commonFrames).toBe(1)
    expect([details.source.moduleIndices, details.target.moduleIndices]).toEqual([
      [0, 0, 0],
      [0, 0],
    ])
    await expect(call('pairs.details', { profile: summary.profile, pair: 3 })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('copy as readable text', async () => {
    expect(`\n${await call('pairs.copy', { profile: summary.profile, pair: 0 })}`).toMatchInlineSnapshot(`
      "
      69.2 % of the total · waste 90.0 ns, 75.0 % of all waste · 90 observations
          store          [inlined] set set.h:5   mov 0
                         ← init project/solver.c:117
                         ← main main.c:41
          KILLED_BY      fill project/solver.c:131   mov 1
                         ← main main.c:44
          advice         Finding 1, observed: fill() overwrites most of what set() has just written. The result that set()
                         stores at set.h:5 is overwritten before anything reads it. No rule explains why. Look at both
                         accesses: either the result is only needed at the end or on some paths, or the memory must always
                         hold the newest value for code that rarely runs; check whether nothing reads it between both stores.
                         If so: compute and store it only on the paths that read it, or once at the end if only the last
                         result is read.
      "
    `)
  })

  it('export as CSV', async () => {
    const csv = await call('export.csv', { profile: summary.profile, table: 'pairs' })
    expect(csv.split('\r\n')).toHaveLength(5)
    expect(csv).toContain('dead-stores,KILLED_BY,90,0,0.75,')
  })

  it('export as CSV the rows of their table, in its order', async () => {
    const places = async (search: string, descending: boolean): Promise<string[]> => {
      const pairs = {
        filter: { wastefulOnly: true, search, regularExpression: false, side: 'either' as const, tool: 'dead-stores' as const },
        sort: { column: 'waste' as const, descending },
      }
      const shown = (await call('pairs.rows', { profile: summary.profile, ...pairs, start: 0, count: 10 })).rows.map(({ waste }) => String(waste))
      const saved = (await call('export.csv', { profile: summary.profile, table: 'pairs', pairs }))
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[2] ?? '')
      expect(saved).toEqual(shown)
      return saved
    }
    expect((await places('', true)).length).toBeGreaterThan(1)
    expect(await places('', false)).toEqual((await places('', true)).toReversed())
    expect(await places('no such function', true)).toEqual([])
  })
})

describe('code', () => {
  it('comes from the profile if kept there, with the instruction highlighted', async () => {
    const code = await call('disassembly.read', { profile: summary.profile, moduleIndex: 0, address: '0x1002' })
    expect(code).toMatchObject({ found: true, functionName: 'set', litIndex: 1, lines: [{ note: 'set' }, { text: 'mov 0', line: 5 }, {}] })
  })

  it('reports why there is none', async () => {
    expect(await call('disassembly.read', { profile: summary.profile, moduleIndex: 0, address: '0x9999' })).toMatchObject({
      found: false,
      reason: expect.stringMatching(/solver|addon is not built/),
    })
    await expect(call('disassembly.read', { profile: summary.profile, moduleIndex: 0, address: 'rm' })).rejects.toMatchObject({ code: 'invalid-argument' })
  })

  it('has the heat of its lines, calls included', async () => {
    expect(await call('source.heat', { profile: summary.profile, file: join(project, 'solver.c') })).toEqual([
      { line: 117, waste: 90, use: 10, share: 90 / 130 },
      { line: 131, waste: 30, use: 0, share: 30 / 130 },
    ])
  })
})

describe('source files', () => {
  const read = (file: string, agreed = false): Promise<Result<'source.read'>> => call('source.read', { profile: summary.profile, file, agreed })

  it('of a recording made here are read without asking', async () => {
    const own = join(root, 'own.hagstone')
    copyFileSync(path, own)
    ownRecordings.add(own)
    const { profile } = await call('profile.open', { path: own })
    expect(await call('source.read', { profile, file: 'solver.c', agreed: false })).toMatchObject({
      found: true,
      path: join(project, 'solver.c'),
      language: 'c',
      text: 'int main(void) {}\n',
    })
    await expect(call('source.read', { profile, file: '/etc/passwd', agreed: false })).rejects.toMatchObject({ code: 'refused' })
  })

  it('report where they were searched', async () => {
    expect(await read(join(project, 'set.h'))).toEqual({ found: false, reason: 'missing', lookedFor: [join(project, 'set.h')] })
  })

  it.each([
    ['an ordinary path', join(project, 'solver.c')],
    ['a path outside', join(root, 'secret.c')],
    ['a way out by dots', join(project, '../secret.c')],
    ['a symbolic link out', join(project, 'link.c')],
  ])('are not read by %s before the user agrees', async (_, file) => {
    expect(await read(file)).toMatchObject({ found: false, reason: 'refused' })
  })

  it('are read once the user agrees', async () => {
    expect(await read(join(project, 'link.c'), true)).toMatchObject({ found: true, text: 'secret' })
    expect(await read(join(root, 'secret.c'))).toMatchObject({ found: true })
  })

  it('are never read if the profile does not name them, or if they are large or no files', async () => {
    await expect(read('/etc/passwd', true)).rejects.toMatchObject({ code: 'refused' })
    expect(await read(join(project, 'large.c'), true)).toMatchObject({ found: false, reason: 'too-large' })
    expect(await read(project, true)).toMatchObject({ found: false, reason: 'unreadable' })
  })

  it('are found through a mapped folder, which is remembered', async () => {
    expect(await read('/build/tree/solver.c')).toMatchObject({ found: false, reason: 'missing' })
    await expect(call('source.map', { from: '/build/tree', to: join(root, 'none') })).rejects.toMatchObject({ code: 'not-found' })
    expect(await call('source.map', { from: '/build/tree', to: project })).toEqual([{ from: '/build/tree', to: project }])
    expect(await read('/build/tree/solver.c')).toMatchObject({ found: true, path: join(project, 'solver.c') })
    expect(await call('source.mappings', {})).toHaveLength(1)
    expect(await call('source.unmap', { from: '/build/tree' })).toEqual([])
    expect(await read('/build/tree/solver.c')).toMatchObject({ found: false, reason: 'missing' })
  })

  it('are found below the source folders, the longest end of their path first, and nothing outside them', async () => {
    mkdirSync(join(project, 'tree'))
    writeFileSync(join(project, 'tree', 'solver.c'), 'the longer end')
    settings.set('sourceFolders', [project])
    expect(await read('/build/tree/solver.c')).toMatchObject({ found: true, path: join(project, 'tree', 'solver.c') })
    rmSync(join(project, 'tree'), { recursive: true })
    expect(await read('/build/tree/solver.c')).toMatchObject({ found: true, path: join(project, 'solver.c') })
    settings.set('sourceFolders', [])
  })

  it('open in an editor only if they may be shown', async () => {
    await expect(call('source.edit', { profile: summary.profile, file: '/build/tree/solver.c', line: 2, agreed: false })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(call('source.edit', { profile: summary.profile, file: '/etc/passwd', line: 1, agreed: true })).rejects.toMatchObject({ code: 'refused' })
    expect(edited).toEqual([])
    await call('source.edit', { profile: summary.profile, file: join(root, 'secret.c'), line: 3, agreed: false })
    expect(edited).toEqual([`${join(root, 'secret.c')}:3`])
  })

  it('leave nothing behind', () => {
    expect(readdirSync(root).sort()).toEqual(['own.hagstone', 'project', 'run.hagstone', 'secret.c', 'state'])
  })
})

describe('sources in the profile', () => {
  const copy = join(root, 'shared.hagstone')
  const file = join(project, 'solver.c')

  it('are listed before they are put there, and then shown without the files', async () => {
    copyFileSync(path, copy)
    ownRecordings.add(copy)
    const { profile } = await call('profile.open', { path: copy })
    // Before the program was recorded.
    utimesSync(file, 0, 0)
    const listed = await call('sources.list', { profile })
    expect(listed.find((source) => source.file === file)).toEqual({ file, bytes: 18, state: 'here', embeddedBytes: null, changedSinceBuild: false })
    expect(listed.find((source) => source.state === 'missing')?.bytes).toBeNull()
    await expect(call('sources.embed', { profile, files: ['/etc/passwd'] })).rejects.toThrow(/names no accesses in \/etc\/passwd/)
    await expect(call('sources.embed', { profile, files: [listed.find((source) => source.state === 'missing')!.file] })).rejects.toThrow(/cannot be read here/)
    const after = await call('sources.embed', { profile, files: [file] })
    expect(after.find((source) => source.file === file)?.embeddedBytes).toBe(18)
    const elsewhere = join(root, 'sent.hagstone')
    copyFileSync(copy, elsewhere)
    const sent = await call('profile.open', { path: elsewhere })
    expect(await call('source.read', { profile: sent.profile, file, agreed: false })).toEqual({
      found: true,
      path: file,
      text: 'int main(void) {}\n',
      language: 'c',
      changedSinceBuild: false,
      embedded: true,
    })
    expect(ownRecordings.has(copy)).toBe(true)
  })

  it('that are not the reader’s to share stay out', async () => {
    const foreign = join(root, 'foreign.hagstone')
    copyFileSync(path, foreign)
    const { profile } = await call('profile.open', { path: foreign })
    expect((await call('sources.list', { profile })).every(({ state }) => state === 'refused' || state === 'missing')).toBe(true)
    await expect(call('sources.embed', { profile, files: [file] })).rejects.toThrow(/cannot be read here/)
  })
})
