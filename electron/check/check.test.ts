import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { Log } from 'sarif'
import { ComparedRuns } from '../../shared/compare/compared_runs.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { checkCommand } from '../cli/commands/check_command.ts'
import { profileFromStacks, RUN } from '../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { writeProfile } from '../profile/write_profile.ts'
import { findingsOf } from '../report/findings/findings.ts'
import { checkFindings, checkLimits, checkRises, type Check, type RiseOptions } from './check_runs.ts'
import { junitXml } from './junit.ts'
import { sarifLog } from './sarif.ts'
import { sarifErrors } from './sarif_schema.testing.ts'

const print = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock(import('../cli/terminal.ts'), async (original) => ({ ...(await original()), print }))

const directory = temporaryDirectory()
const FIRST = 'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30'
const SECOND = 'main a.c:7 > work a.c:40   KILLED_BY   main a.c:7 > work a.c:41'
const OPTIONS: RiseOptions = { tools: ['dead-stores'], normalisation: 'run', threshold: 0.05, pairsFail: false }

function exact(stacks: string): ProfileTables {
  const profile = profileFromStacks(stacks)
  return { ...profile, run: { ...profile.run, engine: 'exhaustive', driver: 'accesses', unit: 'bytes', transport: null } }
}

const failing = (old: ProfileTables, recent: ProfileTables, options: Partial<RiseOptions> = {}): string[] =>
  checkRises(new ComparedRuns({ old, new: recent }), { ...OPTIONS, ...options })
    .filter(({ failed }) => failed)
    .map(({ kind }) => kind)

describe('a rise', () => {
  it('fails above the threshold', () => {
    expect(failing(exact(`${FIRST} 1000`), exact(`${FIRST} 1050`))).toEqual([])
    expect(failing(exact(`${FIRST} 1000`), exact(`${FIRST} 1051`))).toEqual(['waste'])
    expect(failing(exact(`${FIRST} 1000`), exact(`${FIRST} 500`))).toEqual([])
  })

  it('of a pair fails if requested', () => {
    const [old, recent] = [exact(`${FIRST} 1000\n${SECOND} 100`), exact(`${FIRST} 100\n${SECOND} 900`)]
    expect(failing(old, recent)).toEqual([])
    expect(failing(old, recent, { pairsFail: true })).toEqual(['pairs'])
  })

  it('of sampled runs fails beyond the noise of both', () => {
    expect(failing(profileFromStacks(`${FIRST} 100`), profileFromStacks(`${FIRST} 115`))).toEqual([])
    expect(failing(profileFromStacks(`${FIRST} 100`), profileFromStacks(`${FIRST} 200`))).toEqual(['waste'])
  })
})

describe('a limit', () => {
  it('fails if the fraction is certainly above it', () => {
    const profile = exact(`${FIRST} 30\nmain a.c:8   USED_BY   main a.c:9   70`)
    expect(checkLimits(profile, new Map([['dead-stores', 0.3]]))[0]!.failed).toBe(false)
    expect(checkLimits(profile, new Map([['dead-stores', 0.29]]))[0]!.failed).toBe(true)
    expect(checkLimits({ ...profile, intervals: [{ tool: 'dead-stores', low: 0.2, high: 0.4 }] }, new Map([['dead-stores', 0.29]]))[0]!.failed).toBe(false)
  })
})

describe('a new finding', () => {
  const found = (stacks: string) => findingsOf(exact(stacks))
  it('fails above the share, but not if the baseline has it', () => {
    expect(checkFindings(found(FIRST + ' 1000'), found(`${FIRST} 2000\n${SECOND} 100`), 0.01)).toMatchObject({
      failed: true,
      newFindings: { findings: [{ title: 'work() writes a value at line 40 and overwrites it at line 41 before it is read' }] },
    })
    expect(checkFindings(found(FIRST + ' 1000'), found(`${FIRST} 2000\n${SECOND} 100`), 0.1).failed).toBe(false)
    expect(checkFindings(found(`${FIRST} 2000\n${SECOND} 100`), found(FIRST + ' 1000'), 0.01).failed).toBe(false)
  })

  it('does not count one whose lines an earlier edit moved, in the file or in the function', () => {
    const all = `${FIRST} 1000\n${SECOND} 400`
    const moved = (lines: (line: number) => number): string => all.replace(/a\.c:(\d+)/g, (_, line: string) => `a.c:${lines(Number(line))}`)
    expect(checkFindings(found(all), found(moved((line) => line + 7)), 0.01)).toMatchObject({ failed: false, newFindings: { findings: [] } })
    // Moves lines within fill() and work(), and the second access of work() by one more.
    expect(checkFindings(found(all), found(moved((line) => (line === 41 ? 45 : line >= 30 ? line + 3 : line))), 0.01).failed).toBe(false)
    expect(
      checkFindings(
        found(all),
        found(`${moved((line) => line + 7)}\nmain a.c:50 > other a.c:60   KILLED_BY   main a.c:50 > other a.c:61   300`),
        0.01,
      ).newFindings!.findings.map(({ places }) => places[0]!.function),
    ).toEqual(['other'])
  })

  it('needs enough observations', () => {
    const few = findingsOf(profileFromStacks(`${FIRST} 1000/9`))
    expect(few.findings[0]!.fewObservations).toBe(true)
    expect(checkFindings(found(SECOND + ' 1'), few, 0.01).failed).toBe(false)
  })

  it('is a result of the log at the line to change, with both accesses beside it', () => {
    const check = checkFindings(found(SECOND + ' 1'), found(`${FIRST} 90`), 0.01)
    const log = sarifLog([check], { ...RUN, unit: 'bytes', workingDirectory: '/src' }) as Log & { runs: [Log['runs'][0]] }
    expect(sarifErrors(log)).toEqual([])
    const {
      runs: [{ results, tool }],
    } = log
    expect(tool.driver.rules!.map(({ id }) => id)).toEqual(['finding/unread-result'])
    expect(results).toMatchObject([
      {
        ruleId: 'finding/unread-result',
        level: 'error',
        message: { text: expect.stringMatching(/^fill\(\) overwrites everything that init\(\) has just written \(100 % of the stores\)\. /) },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'a.c', uriBaseId: '%SRCROOT%' }, region: { startLine: 20 } } }],
        relatedLocations: [
          { id: 0, message: { text: 'earlier access' }, physicalLocation: { region: { startLine: 20 } } },
          { id: 1, message: { text: 'later access' }, physicalLocation: { region: { startLine: 30 } } },
        ],
        partialFingerprints: { 'hagstoneFinding/v1': check.newFindings!.findings[0]!.id },
      },
    ])
    expect(junitXml([check], RUN)).toContain('<failure message="1 that the baseline does not have" type="findings">fill() overwrites')
  })
})

describe('the written report', () => {
  const checks = checkRises(new ComparedRuns({ old: exact(`${FIRST} 1000`), new: exact(`${FIRST} 1000\n${SECOND} 100`) }), OPTIONS)
  const run = { ...RUN, unit: 'bytes', workingDirectory: '/src' } as const

  it('as SARIF names the rule, the place and a fingerprint that survives moved lines', () => {
    const log = sarifLog(checks, run) as Log & { runs: [Log['runs'][0]] }
    expect(sarifErrors(log)).toEqual([])
    const {
      runs: [{ results, tool }],
    } = log
    expect(tool.driver.rules!.map(({ id }) => id)).toEqual(['dead-stores/waste', 'dead-stores/pairs'])
    expect(results!.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual(['dead-stores/waste error', 'dead-stores/pairs note'])
    expect(results![0]!.locations![0]!.physicalLocation!.region).toEqual({ startLine: 40 })
    expect(results![1]).toMatchObject({
      baselineState: 'new',
      message: { text: 'new: +100 B of waste, KILLED_BY work a.c:40 → work a.c:41' },
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'a.c', uriBaseId: '%SRCROOT%' }, region: { startLine: 40 } }, logicalLocations: [{ name: 'work' }] },
      ],
      relatedLocations: [{ physicalLocation: { region: { startLine: 41 } } }],
    })
    const moved = checkRises(
      new ComparedRuns({ old: exact(`${FIRST} 1000`), new: exact(`${FIRST} 1000\n${SECOND.replaceAll('a.c:4', 'a.c:6')} 100`) }),
      OPTIONS,
    )
    expect(sarifLog(moved, run).runs[0]!.results![1]!.partialFingerprints).toEqual(results![1]!.partialFingerprints)
    expect(sarifLog(checks, { ...run, workingDirectory: '/elsewhere' }).runs[0]!.results![1]!.locations![0]!.physicalLocation!.artifactLocation).toEqual({
      uri: 'file:///src/a.c',
    })
    const relativeTo = (file: string) =>
      sarifLog(
        checks.map((check) => ({ ...check, risen: check.risen!.map((pair) => ({ ...pair, source: { ...pair.source, file } })) })),
        run,
      ).runs[0]!.results![1]!.locations![0]!.physicalLocation!.artifactLocation
    expect(relativeTo('./csu/../csu/start.c')).toEqual({ uri: 'csu/start.c', uriBaseId: '%SRCROOT%' })
    expect(relativeTo('../sysdeps/memset.S')).toEqual({ uri: '../sysdeps/memset.S' })
  })

  it('as SARIF has a place if no single pair rose enough, and if a fraction is above its limit', () => {
    const places = (failed: Check[]) => {
      const log = sarifLog(failed, run)
      expect(sarifErrors(log)).toEqual([])
      return log.runs[0]!.results!.filter(({ level }) => level === 'error').map(
        ({ ruleId, locations }) => `${ruleId} ${locations![0]!.physicalLocation!.artifactLocation!.uri}:${locations![0]!.physicalLocation!.region!.startLine}`,
      )
    }
    const slightly = (factor: number): ProfileTables =>
      exact(Array.from({ length: 4 }, (_, i) => `main a.c:${10 * i + 1}   KILLED_BY   main a.c:${10 * i + 2}   ${(1000 + i) * factor}`).join('\n'))
    expect(places(checkRises(new ComparedRuns({ old: slightly(1), new: slightly(1.2) }), { ...OPTIONS, threshold: 0.1 }))).toEqual(['dead-stores/waste a.c:31'])
    expect(places(checkLimits(exact(`${FIRST} 30\n${SECOND} 31`), new Map([['dead-stores', 0.5]])))).toEqual(['dead-stores/limit a.c:40'])
  })

  it('as JUnit XML is a test case for each check', () => {
    expect(junitXml(checks, { ...run, host: 'a<b>&"c\u0001' })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="hagstone" tests="2" failures="1" errors="0" time="0">
  <testsuite name="hagstone check" tests="2" failures="1" errors="0" skipped="0" time="0" timestamp="2026-11-20T10:00:00" hostname="a&lt;b&gt;&amp;&quot;c\ufffd">
    <testcase classname="hagstone.dead-stores" name="waste" time="0">
      <failure message="1.00 kB → 1.10 kB, +100 B (+10.0 %), counted" type="waste">+100 B  new  work a.c:40 → work a.c:41</failure>
    </testcase>
    <testcase classname="hagstone.dead-stores" name="pairs" time="0"/>
  </testsuite>
</testsuites>
`)
  })
})

describe('the command', () => {
  const file = (name: string, profile: ProfileTables): string => {
    const path = join(directory, name)
    writeProfile(path, profile, [])
    return path
  }
  const old = file('old.hagstone', exact(`${FIRST} 1000`))
  const worse = file('worse.hagstone', exact(`${FIRST} 2000\n${SECOND} 100`))
  const run = async (...words: string[]): Promise<[number, string]> => {
    print.mockClear()
    const status = await checkCommand.run(words)
    return [status, print.mock.calls.map(([text]) => text).join('')]
  }

  it('exits with 1 on a rise, and prints and writes what rose', async () => {
    const [sarif, junit] = [join(directory, 'out.sarif'), join(directory, 'out.xml')]
    const [status, text] = await run(worse, '--baseline', old, '--sarif', sarif, '--junit', junit)
    expect(status).toBe(1)
    expect(text).toMatch(/FAILED +dead-stores +waste +1\.00 kB → 2\.10 kB, \+1\.10 kB \(\+110 %\), counted\npassed +dead-stores +pairs +2 waste more\n/)
    expect(text).toMatch(/\+1\.00 kB {2}changed {2}init a\.c:20 → fill a\.c:30\n +\+100 B {2}new {2}work a\.c:40/)
    expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0' })
    expect(readFileSync(junit, 'utf8')).toContain('failures="1"')
  })

  it('exits with 0 if nothing rose, or no more than allowed', async () => {
    expect((await run(old, '--baseline', old))[0]).toBe(0)
    expect((await run(worse, '--baseline', old, '--threshold', '200%'))[0]).toBe(0)
    expect((await run(old, '--max', 'dead-stores=100%'))[0]).toBe(0)
    expect(await run(old, '--max', 'dead-stores=99%')).toEqual([1, expect.stringMatching(/FAILED +dead-stores +fraction +100 %, at most 99\.0 %/)])
  })

  it('exits with 1 on a new finding if requested', async () => {
    const added = file('added.hagstone', exact(`${FIRST} 1000\n${SECOND} 40`))
    expect((await run(added, '--baseline', old))[0]).toBe(0)
    expect(await run(added, '--baseline', old, '--new-findings')).toEqual([
      1,
      expect.stringMatching(
        /FAILED +all +new findings +1 that the baseline does not have[^]*\nNew findings\n {2}3\.8 % of the stores +work\(\) writes .* \(a\.c:40\)\n/,
      ),
    ])
    expect((await run(added, '--baseline', old, '--new-findings', '--finding-share', '5%'))[0]).toBe(0)
    await expect(run(added, '--max', 'dead-stores=100%', '--new-findings')).rejects.toThrow(/--new-findings is for --baseline/)
  })

  it('rejects wrong usage in one line, with another status than a rise', async () => {
    const sampled = file('sampled.hagstone', profileFromStacks(`${FIRST} 100`))
    await expect(run(old)).rejects.toThrow(/nothing to check against/)
    await expect(run(old, '--max', 'dead-stores')).rejects.toThrow(/give a tool and a share up to 100%/)
    await expect(run(old, '--max', 'dead-stores=120%')).rejects.toThrow(/a share up to 100%/)
    await expect(run(old, '--max', 'dead-stores=20%', '--pairs')).rejects.toThrow(/--pairs is for --baseline/)
    await expect(run(old, '--max', 'values=3%')).rejects.toThrow(/must be dead-stores/)
    const reused = file('reused.hagstone', exact(FIRST.replace('KILLED_BY', 'reuse-distance:REUSED_BY') + ' 100'))
    await expect(run(reused, '--max', 'reuse-distance=3%')).rejects.toThrow(/no fraction of waste to limit/)
    await expect(run(old, '--baseline', sampled)).rejects.toMatchObject({ status: 2, message: expect.stringMatching(/driven by the clock/) as string })
  })

  it('does not pass if neither run measured anything', async () => {
    const empty = exact(`${FIRST} 1000`)
    const nothing = file('nothing.hagstone', { ...empty, pairs: { ...empty.pairs, amount: empty.pairs.amount.map(() => 0) } })
    await expect(run(nothing, '--baseline', nothing)).rejects.toMatchObject({
      status: 2,
      message: expect.stringMatching(/nothing to check: .* record longer/) as string,
    })
  })
})
