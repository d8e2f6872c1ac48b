import { expect, test, vi } from 'vitest'
import { installForTests } from '../../cli/installation.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { examineInWorker } from './examination.ts'

const directory = temporaryDirectory()
vi.stubEnv('HAGSTONE_NATIVE_DIRECTORY', installForTests(directory, { raw: null }).native)
vi.stubEnv('XDG_CACHE_HOME', directory)

test('says what it looks at, and how far it is', async () => {
  const seen: string[] = []
  const { needs } = await examineInWorker({ paths: ['/bin/sh'], withLoops: true }, { onProgress: (share, what) => seen.push(`${share} ${what}`) })
  expect(seen).toEqual(['0 finding loops in sh'])
  expect(needs).toHaveLength(1)
})

test('can be cancelled at any time', async () => {
  const cancelling = new AbortController()
  const examined = examineInWorker({ paths: ['/bin/sh', '/bin/sh'], withLoops: true }, { onProgress: () => cancelling.abort(), signal: cancelling.signal })
  await expect(examined).rejects.toThrow('cancelled')
  await expect(examineInWorker({ paths: ['/bin/sh'], withLoops: false }, { onProgress: () => {}, signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
})
