/**
 * Where programs cannot be recorded: profiles from elsewhere open, and commands that need x86-64 Linux say so in one
 * line.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../shared/rpc/host.ts'
import { hagstone } from '../support/hagstone.ts'
import { whyNoSampling } from '../support/need_sampling.ts'
import type { Result } from '../support/hagstone.ts'
import { sampleProgram } from '../support/samples.ts'
import { temporaryDirectory } from './directory.ts'
import { recorded } from './recorded.ts'

const path = temporaryDirectory()
beforeAll(async () => {
  await recorded(path('run.hagstone'), ['--tool', 'dead-stores'], [sampleProgram('rezeroed_array'), '20000'])
})

describe.skipIf(whyNoSampling() !== null).each([
  ['darwin', 'arm64', 'macOS on ARM64'],
  ['win32', 'x64', 'Windows on x86-64'],
  ['linux', 'arm64', 'Linux on ARM64'],
])('%s %s', (platform, architecture, name) => {
  const line = `Programs are recorded and their recordings analysed on x86-64 Linux only, and this is ${name}; record there, and open the profile here: hagstone view FILE`
  function there(words: string[]): Promise<Result> {
    const stub = path(`${platform}-${architecture}.mjs`)
    // No /proc either, as on other systems: reading it fails.
    writeFileSync(
      stub,
      `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
for (const [name, value] of [['platform', '${platform}'], ['arch', '${architecture}']]) Object.defineProperty(process, name, { value })
if ('${platform}' !== 'linux') {
  for (const name of ['readFileSync', 'openSync', 'readlinkSync']) {
    const original = fs[name]
    fs[name] = (path, ...rest) => {
      if (String(path).startsWith('/proc/')) throw Object.assign(new Error('ENOENT: ' + path), { code: 'ENOENT' })
      return original(path, ...rest)
    }
  }
  syncBuiltinESMExports()
}
`,
    )
    return hagstone(words, { cwd: path('.'), env: { NODE_OPTIONS: `--import ${pathToFileURL(stub).href}` } })
  }

  test('reports, compares and exports a profile that was recorded elsewhere', async () => {
    expect(await there(['report', 'run.hagstone'])).toMatchObject({ status: 0, stdout: expect.stringContaining('rezeroed_array.c') as string, stderr: '' })
    expect(await there(['compare', 'run.hagstone', 'run.hagstone'])).toMatchObject({ status: 0, stderr: '' })
    expect(await there(['export', 'run.hagstone', '--to', 'json', '--output', `${platform}-${architecture}.json`])).toMatchObject({ status: 0 })
  })

  test('records, attaches and analyses nothing, and says why and what to do', async () => {
    expect(await there(['record', '--', 'true'])).toMatchObject({ status: 125, stdout: '', stderr: `hagstone: ${line}.\n` })
    expect(await there(['record', '--engine', 'exhaustive', '--', 'true'])).toMatchObject({ status: 125, stderr: `hagstone: ${line}.\n` })
    expect(await there(['record', '--pid', '1'])).toMatchObject({ status: 125, stderr: `hagstone: ${line}.\n` })
    expect(await there(['validate', '--', 'true'])).toMatchObject({ status: 3, stderr: `hagstone: ${line}.\n` })
    expect(await there(['link-flags'])).toMatchObject({ status: 3, stderr: `hagstone: ${line}.\n` })
  })

  test('doctor reports only what applies there', async () => {
    const { status, stdout, stderr } = await there(['doctor', '--json'])
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
    const { engine, engineReason, checks } = JSON.parse(stdout) as DoctorReport
    expect({ engine, engineReason }).toEqual({ engine: null, engineReason: `${line}.` })
    expect(checks.map(({ id }) => id)).toEqual(['platform', 'windows', 'electron', 'browser'])
  })
})
