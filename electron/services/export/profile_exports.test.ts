import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Profile } from 'pprof-format'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../../shared/rpc/client.ts'
import { EXPORT_FORMATS, type ExportChoice, type ExportFormat } from '../../../shared/exported.ts'
import type { Result, RpcClient } from '../../../shared/rpc/contract.ts'
import { exportCommand } from '../../cli/commands/export_command.ts'
import { profileFromStacks, RUN } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { connectedPorts } from '../../rpc/memory_port.testing.ts'
import { createWindowHost, type WindowHost } from '../window_host.ts'
import { ProfileExports } from './profile_exports.ts'

const root = temporaryDirectory()
const project = join(root, 'project')
const path = join(root, 'run.hagstone')
const onlyValues = join(root, 'values.hagstone')
const usual: ExportChoice = { format: 'pprof', stacks: 'earlier', top: null }

let host: WindowHost

beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'config'))
  vi.stubEnv('TMPDIR', join(root, 'tmp'))
  for (const directory of [project, join(root, 'tmp')]) mkdirSync(directory)
  writeFileSync(join(project, 'solver.c'), 'int main(void) {}\n')
  writeFileSync(join(project, 'grid.h'), 'int more;\n')
  const drawn = profileFromStacks(`
    main main.c:41 > init solver.c:118 > ~grid grid.h:9    KILLED_BY   main main.c:44 > fill solver.c:131   90
    main main.c:41 > init solver.c:120                     KILLED_BY   main main.c:44 > fill solver.c:131   10
    main main.c:44 > fill solver.c:131                     USED_BY     main main.c:50 > sum solver.c:140    20
  `)
  writeProfile(path, { ...drawn, files: drawn.files.map((file) => file.replace('/src', project)), run: { ...RUN, workingDirectory: project } }, [])
  writeProfile(onlyValues, { ...profileFromStacks(''), run: { ...RUN, tools: ['values'] } }, [])
  const ownRecordings = new OwnRecordings(() => {})
  ownRecordings.add(path)
  host = createWindowHost({ kind: 'serve', launchRefusal: null, openAtStart: [], compareAtStart: null, chooseFile: () => Promise.resolve(null) })
})
afterAll(async () => {
  await host.dispose()
  vi.unstubAllEnvs()
})

function connected(): { client: RpcClient; close(): void } {
  const [window, port] = connectedPorts()
  host.connect(port)
  return { client: createClient(window), close: () => window.close() }
}

async function opened(file = path): Promise<{ client: RpcClient; profile: number; close(): void }> {
  const window = connected()
  return { ...window, profile: (await window.client.call('profile.open', { path: file })).profile }
}

/** In parts, as a window reads it. */
async function readExport(client: RpcClient, { file, bytes }: Result<'export.profile'>): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes; start += parts.at(-1)!.length) {
    parts.push(Buffer.from(await client.call('export.read', { file, start }), 'base64'))
    expect(parts.at(-1)!.length).toBeGreaterThan(0)
  }
  return Buffer.concat(parts)
}

async function byCommand(format: ExportFormat, ...options: string[]): Promise<Buffer> {
  const output = join(temporaryDirectory(), 'exported')
  expect(await exportCommand.run([path, '--to', format, ...options, '--output', output])).toBe(0)
  return readFileSync(output)
}

const leftBehind = (): string[] => readdirSync(join(root, 'tmp')).filter((name) => name.startsWith('hagstone-export-'))

describe('a profile exported from a window has the bytes of the command', () => {
  test.each(EXPORT_FORMATS)('as %s', async (format) => {
    const { client, profile } = await opened()
    const bytes = await byCommand(format, '--top', 'all')
    const written = await client.call('export.profile', { profile, ...usual, format, sources: [] })
    expect(written).toMatchObject({ bytes: bytes.length, leftOut: [] })
    expect((await readExport(client, written)).equals(bytes)).toBe(true)
  })

  test('with other stacks, fewer pairs, and what they leave out', async () => {
    const { client, profile } = await opened()
    const bytes = await byCommand('firefox', '--stacks', 'pair', '--top', '1')
    const written = await client.call('export.profile', { profile, format: 'firefox', stacks: 'pair', top: 1, sources: [] })
    expect(written.leftOut).toEqual(['leaves out 1 smaller weight of dead-stores waste, 10.0 % of it'])
    expect((await readExport(client, written)).equals(bytes)).toBe(true)
  })

  test('with the sources that were agreed to, and no other', async () => {
    const { client, profile } = await opened()
    const files = (await client.call('sources.list', { profile })).flatMap(({ file, state }) => (state === 'here' ? [file] : []))
    expect(files).toEqual([join(project, 'grid.h'), join(project, 'solver.c')])
    const bytes = await byCommand('html', '--sources')
    const all = await client.call('export.profile', { profile, ...usual, format: 'html', top: 200, sources: files })
    expect((await readExport(client, all)).equals(bytes)).toBe(true)
    const one = await client.call('export.profile', { profile, ...usual, format: 'html', sources: [files[1]!, '/etc/passwd'] })
    const page = (await readExport(client, one)).toString()
    expect([page.includes('int main(void)'), page.includes('int more'), page.includes('root:')]).toEqual([true, false, false])
    expect(one.leftOut).toEqual(['leaves out 1 source file, /etc/passwd first: missing by now'])
  })
})

test.each(EXPORT_FORMATS.filter((format) => format !== 'sarif'))('the window learns which share is written, up to all: %s', async (format) => {
  const { client, profile } = await opened()
  const shares: number[] = []
  await client.call('export.profile', { profile, ...usual, format, sources: [] }, { onProgress: (share) => shares.push(share) })
  expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b))
  expect([shares.length > 1, shares.at(-1)]).toEqual([true, 1])
  if (format === 'csv' || format === 'json') expect(shares).toEqual([0.33, 0.66, 1])
})

test('the weights of the file are those of the pairs', async () => {
  const { client, profile } = await opened()
  const read = Profile.decode(gunzipSync(await readExport(client, await client.call('export.profile', { profile, ...usual, sources: [] }))))
  expect(read.sample.map(({ value }) => value.map(Number))).toEqual([
    [90, 0],
    [10, 0],
    [0, 20],
  ])
})

test('only values are refused as by the command', async () => {
  const { client, profile } = await opened(onlyValues)
  await expect(client.call('export.profile', { profile, ...usual, sources: [] })).rejects.toMatchObject({
    code: 'unable',
    message: `${onlyValues} has only values, no pairs; pprof does not support values. Use report --view values --csv, or --to json.`,
  })
  const written = await client.call('export.profile', { profile, ...usual, format: 'json', sources: [] })
  expect(JSON.parse((await readExport(client, written)).toString())).toMatchObject({ schema: 'hagstone.report/2' })
})

test('parameters are checked', async () => {
  const { client, profile } = await opened()
  const wrong = [{ format: 'exe' }, { stacks: 'both' }, { top: 0 }, { top: 1.5 }, { top: 1_000_001 }, { sources: 'all' }, { output: '/tmp/a' }]
  for (const change of wrong)
    await expect(client.call('export.profile', { profile, ...usual, sources: [], ...change } as never), JSON.stringify(change)).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  await expect(client.call('export.profile', { profile: 4711, ...usual, sources: [] })).rejects.toMatchObject({ code: 'not-found' })
})

test('a file is read by its own window alone, until it is closed or the next is there; nothing stays on the disk', async () => {
  const [one, other] = [await opened(), await opened()]
  const first = await one.client.call('export.profile', { profile: one.profile, ...usual, sources: [] })
  expect(leftBehind()).toEqual([])
  const gone = { code: 'not-found', message: 'This export is gone; export the profile again.' }
  await expect(other.client.call('export.read', { file: first.file, start: 0 })).rejects.toMatchObject(gone)
  const second = await one.client.call('export.profile', { profile: one.profile, ...usual, format: 'csv', sources: [] })
  await expect(one.client.call('export.read', { file: first.file, start: 0 })).rejects.toMatchObject(gone)
  expect(await one.client.call('export.read', { file: second.file, start: second.bytes })).toBe('')
  await one.client.call('export.close', {})
  await expect(one.client.call('export.read', { file: second.file, start: 0 })).rejects.toMatchObject(gone)
})

test('cancelling ends the export, and the next one begins', async () => {
  const { client, profile } = await opened()
  const controller = new AbortController()
  const first = client.call('export.profile', { profile, ...usual, sources: [] }, { signal: controller.signal })
  controller.abort()
  await expect(first).rejects.toMatchObject({ code: 'cancelled' })
})

describe('without a window', () => {
  const file = { path, startedAt: RUN.startedAt }
  const places = { mappings: [], folders: [] }
  const context = (signal = new AbortController().signal) => ({ client: 1, signal })

  test('a file above the limit is refused with the command that writes it', async () => {
    const exports = new ProfileExports(100)
    await expect(exports.write(file, { ...usual, stacks: 'pair', sources: [] }, places, context())).rejects.toMatchObject({
      code: 'refused',
      message: `The file has more than 100 B, too much for a window. Export fewer pairs, or run in a terminal: hagstone export ${path} --to pprof --stacks pair`,
    })
    expect(leftBehind()).toEqual([])
  })

  test('a second one of the same window waits for the first, which cancelling ends without a trace', async () => {
    const exports = new ProfileExports()
    const controller = new AbortController()
    const first = exports.write(file, { ...usual, sources: [] }, places, context(controller.signal))
    await expect(exports.write(file, { ...usual, sources: [] }, places, context())).rejects.toMatchObject({ code: 'refused' })
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    expect(leftBehind()).toEqual([])
    const { bytes } = await exports.write(file, { ...usual, sources: [] }, places, context())
    expect(bytes).toBeGreaterThan(100)
    await exports.dispose()
  })

  test('a file that holds another run by now is not exported as the one that is shown', async () => {
    const exports = new ProfileExports()
    await expect(exports.write({ ...file, startedAt: '2001-01-01T00:00:00Z' }, { ...usual, sources: [] }, places, context())).rejects.toMatchObject({
      message: `${path} holds another run since it was opened; open it again.`,
    })
  })

  test('where nothing can be written, the person learns what to do', async () => {
    rmSync(join(root, 'tmp'), { recursive: true })
    onTestFinished(() => void mkdirSync(join(root, 'tmp')))
    await expect(new ProfileExports().write(file, { ...usual, sources: [] }, places, context())).rejects.toMatchObject({
      code: 'unable',
      message: expect.stringMatching(/^The file cannot be written \(ENOENT.*\); make room there, or set TMPDIR/),
    })
  })
})
