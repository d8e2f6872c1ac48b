import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { installForTests } from '../../cli/installation.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { examine } from './examination.ts'

const directory = temporaryDirectory()
vi.stubEnv('HAGSTONE_NATIVE_DIRECTORY', installForTests(directory, { raw: null }).native)
vi.stubEnv('XDG_CACHE_HOME', directory)

test('reports what it reads, and its progress', async () => {
  const seen: string[] = []
  const { needs } = await examine({ paths: ['/bin/sh'], withLoops: true }, { onProgress: (share, what) => seen.push(`${share} ${what}`) })
  expect(seen).toEqual(['0 finding loops in sh'])
  expect(needs).toHaveLength(1)
})

test('uses earlier results without reading again', async () => {
  const looked: string[] = []
  const hooks = { onProgress: (_share: number, what: string): unknown => looked.push(what) }
  const paths = ['/bin/sh', '/lib64/ld-linux-x86-64.so.2']
  const first = await examine({ paths, withLoops: true }, hooks)
  expect(looked).not.toEqual([])
  looked.length = 0
  expect(await examine({ paths, withLoops: true }, hooks)).toEqual(first)
  expect(await examine({ paths, withLoops: false }, hooks)).toEqual({ ...first, loops: null })
  expect(looked).toEqual([])
  const cached = join(directory, 'hagstone', readdirSync(join(directory, 'hagstone'))[0]!)
  for (const name of readdirSync(cached)) writeFileSync(join(cached, name), 'damaged')
  expect(await examine({ paths, withLoops: true }, hooks)).toEqual(first)
  expect(looked).not.toEqual([])
})

test('can be cancelled at any time', async () => {
  const cancelling = new AbortController()
  const begun = once(process, 'worker') as Promise<[Worker]>
  const examined = examine({ paths: ['/bin/cat', '/bin/ls'], withLoops: true }, { onProgress: () => cancelling.abort(), signal: cancelling.signal })
  // It goes on to the end of its module, and would write into the directory when the tests have removed it.
  const ended = begun.then(async ([worker]) => once(worker, 'exit'))
  await expect(examined).rejects.toThrow('cancelled')
  await ended
  await expect(examine({ paths: ['/bin/sh'], withLoops: false }, { onProgress: () => {}, signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
})
