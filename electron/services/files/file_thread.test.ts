import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { MethodName, Parameters, Result, RpcHandlers } from '../../../shared/rpc/contract.ts'
import { profileFromStacks, RUN } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { createHostHandlers } from '../host.ts'
import { createQueryHandlers } from '../query/query_handlers.ts'
import { RecentRuns } from '../recent_runs.ts'
import { listDirectory } from './directory_listing.ts'
import { FileThread } from './file_thread.ts'

/** This thread's file-system calls; it is the host's main one. Other threads have modules of their own. */
const asked = vi.hoisted((): string[] => [])
vi.mock(import('node:fs'), async (importOriginal) => {
  const original = await importOriginal()
  const noted = Object.entries(original).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function' || !name.endsWith('Sync')) return [name, value]
    return [
      name,
      (...parameters: unknown[]): unknown => {
        asked.push(String(parameters[0]))
        return Reflect.apply(value, undefined, parameters)
      },
    ]
  })
  return { ...Object.fromEntries(noted), default: original } as typeof original
})

const root = temporaryDirectory()
/** Simulates a disk that does not answer. */
const slow = join(root, 'slow')
const file = join(slow, 'solver.c')
const own = join(root, 'state', 'own-recordings')
const files = new FileThread(own)
const query = createQueryHandlers({ get: () => [] as never, set: () => {} }, files)
const host = createHostHandlers({
  kind: 'serve',
  launchRefusal: null,
  openAtStart: [],
  compareAtStart: null,
  recentRuns: new RecentRuns(join(root, 'state', 'recent.json'), () => {}),
  files,
  chooseFile: () => Promise.resolve(null),
})
const handlers = { ...query.handlers, ...host }

function call<M extends MethodName & keyof typeof handlers>(method: M, parameters: Parameters<M>, signal = new AbortController().signal): Promise<Result<M>> {
  return (handlers as RpcHandlers)[method](parameters, { signal, client: 1 })
}

let profile: number
beforeAll(async () => {
  mkdirSync(slow)
  writeFileSync(file, 'int main(void) {}\n')
  writeFileSync(join(slow, 'curves.json'), '{}')
  const drawn = profileFromStacks('main main.c:41 > init solver.c:117   KILLED_BY   main main.c:44 > fill solver.c:131   90')
  const path = join(slow, 'run.hagstone')
  writeProfile(path, { ...drawn, files: drawn.files.map((name) => name.replace('/src', slow)), run: { ...RUN, workingDirectory: slow } }, [])
  copyFileSync(path, join(slow, 'other.hagstone'))
  new OwnRecordings(() => {}, own).add(path)
  profile = (await call('profile.open', { path })).profile
})
beforeEach(() => void asked.splice(0))
afterAll(async () => {
  await query.dispose()
  await files.close()
})

it.each([
  ['source.read', () => call('source.read', { profile, file, agreed: false }), { found: true, text: 'int main(void) {}\n' }],
  ['sources.list', () => call('sources.list', { profile }), [{ file, state: 'here' }]],
  ['sources.embed', () => call('sources.embed', { profile, files: [file] }), [{ file, embeddedBytes: 18 }]],
  ['host.listDirectory', () => call('host.listDirectory', { path: slow }), { parent: root, leftOut: 0 }],
  ['host.fileKind', () => call('host.fileKind', { path: join(slow, 'curves.json') }), 'profile'],
])('%s asks another thread for what lies on a disk that may be slow', async (_, ask, answer) => {
  const given = await ask()
  if (typeof answer === 'string') expect(given).toBe(answer)
  else expect(given).toMatchObject(answer)
  expect(asked.filter((path) => path.startsWith(slow))).toEqual([])
})

it('an error arrives with its code', async () => {
  await expect(call('host.listDirectory', { path: '/dev/null' })).rejects.toMatchObject({
    code: 'not-found',
    message: '/dev/null is no directory; choose another one.',
  })
  await expect(call('validation.read', { path: join(slow, 'curves.json') })).rejects.toMatchObject({ code: 'bad-file' })
})

it('a cancelled request is not waited for, and the next one is answered', async () => {
  const cancelling = new AbortController()
  const waiting = files.call('host.listDirectory', { path: slow }, cancelling.signal)
  cancelling.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  await expect(files.call('host.listDirectory', { path: slow }, cancelling.signal)).rejects.toMatchObject({ code: 'cancelled' })
  expect((await files.call('host.listDirectory', { path: root })).path).toBe(root)
})

it('a truncated directory states the number of omitted entries, and has the first ones', () => {
  expect(listDirectory(slow, 2)).toMatchObject({ entries: [{ name: 'curves.json' }, { name: 'other.hagstone' }], leftOut: 2 })
  expect(listDirectory(slow, 4).leftOut).toBe(0)
  // A read in this thread would have been noted above.
  expect(asked).toContain(slow)
})
