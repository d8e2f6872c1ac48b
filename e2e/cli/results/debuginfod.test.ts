/** A stripped program whose debug information and source a server of $DEBUGINFOD_URLS has. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryHandlers } from '../../../electron/services/query/query_handlers.ts'
import { FileThread } from '../../../electron/services/files/file_thread.ts'
import type { Settings } from '../../../electron/services/settings.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { temporaryDirectory } from '../directory.ts'
import { recorded } from '../recorded.ts'

const path = temporaryDirectory()
let program: string
let source: string
let served: string
const asked: string[] = []
let buildId: string
let address: string

const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  if (url === `/buildid/${buildId}/debuginfo`) response.end(readFileSync(path('debug')))
  else if (url === `/buildid/${buildId}/source${source}`) response.end(readFileSync(served))
  else response.writeHead(404).end()
})

beforeAll(async () => {
  program = path('stripped')
  source = path('sources/overwritten.c')
  served = path('served.c')
  mkdirSync(path('sources'))
  writeFileSync(
    source,
    `int cell;
int main(void) {
  for (long i = 0; i < 300000000; i++) {
    *(volatile int *)&cell = 1;
    *(volatile int *)&cell = 2;
  }
  return 0;
}
`,
  )
  execFileSync('gcc', ['-O1', '-g', '-Wl,--build-id', '-o', program, source])
  execFileSync('objcopy', ['--only-keep-debug', program, path('debug')])
  execFileSync('strip', ['--strip-all', program])
  renameSync(source, served)
  buildId = /Build ID: ([0-9a-f]+)/.exec(execFileSync('readelf', ['-n', program], { encoding: 'utf8' }))![1]!
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const lines = (pairs: Array<{ source: Array<{ file: string | null; line: number | null }> }>): string[] =>
  pairs.map(({ source: chain }) => `${chain.at(-1)?.file?.split('/').at(-1)}:${chain.at(-1)?.line}`)

test('lines come from the server, which is asked only if the user wants it', async () => {
  const environment = { ...process.env, XDG_CACHE_HOME: path('cache') } as Record<string, string>
  delete environment['DEBUGINFOD_URLS']
  const without = await recorded(path('without.hagstone'), ['--tool', 'dead-stores'], [program], { status: 0, env: environment })
  expect(asked).toEqual([])
  expect(lines(without.report.pairs)).not.toContain('overwritten.c:4')
  const { report } = await recorded(path('with.hagstone'), ['--tool', 'dead-stores'], [program], {
    status: 0,
    env: { ...environment, DEBUGINFOD_URLS: address },
  })
  expect(asked).toContain(`/buildid/${buildId}/debuginfo`)
  expect(lines(report.pairs)).toContain('overwritten.c:4')
})

test('a window gets the source on wish, and keeps it', async () => {
  needSampling()
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('XDG_CACHE_HOME', path('cache'))
  vi.stubEnv('DEBUGINFOD_URLS', address)
  const settings: Settings = { get: (name) => ({ sourceMappings: [], sourceFolders: [], editor: '' })[name] as never, set: () => {} }
  const service = createQueryHandlers(settings, new FileThread(path('own')))
  const context = { client: 1, signal: new AbortController().signal }
  const { handlers } = service
  try {
    const { profile } = await handlers['profile.open']({ path: path('with.hagstone') }, context)
    const read = (): Promise<unknown> => Promise.resolve(handlers['source.read']({ profile, file: source, agreed: false }, context))
    expect(await read()).toMatchObject({ found: false, reason: 'missing', debuginfod: true })
    await handlers['source.fetch']({ profile, file: source }, context)
    expect(await read()).toMatchObject({ found: true, path: source, changedSinceBuild: false, text: readFileSync(served, 'utf8') })
  } finally {
    await service.dispose()
  }
})
