import { expect, it } from 'vitest'
import { htmlPage } from '../../export/html/page.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { reportText } from '../text/report_text.ts'
import { findingsOf } from './findings.ts'
import { modulesWithoutLines } from './missing_lines.ts'

const STRIPPED = 'gzip!gzip+0x4290 > gzip!gzip+0x45b0   KILLED_BY   gzip!gzip+0x4290 > gzip!gzip+0x4710   30/30'
const WITH_LINES = 'main a.c:1 > init a.c:6   KILLED_BY   main a.c:1 > fill a.c:9   60/60'

it('names the modules whose findings have no source lines', () => {
  expect(findingsOf(profileFromStacks(`${WITH_LINES}\n${STRIPPED}`)).withoutLines).toEqual(['gzip'])
  expect(findingsOf(profileFromStacks(WITH_LINES)).withoutLines).toBeUndefined()
})

it('asks for no debug information where the module has some, but not of that function', () => {
  const of = (name: string, module: number, file: number) => ({ name, linkageName: name, module, file, line: file < 0 ? 0 : 1 })
  const { modules } = profileFromStacks(`${WITH_LINES}\n${STRIPPED}`)
  const functions = [of('main', 0, 0), of('copy_words', 0, -1), of('gzip+0x4290', 1, -1)]
  const places = functions.map(({ file, line }, functionIndex) => ({ functionIndex, file, line }))
  const without = (...numbers: number[]): string[] =>
    modulesWithoutLines(
      numbers.map((number) => ({ source: number, target: -1 })),
      { functions, modules },
      { places },
    )
  expect(without(0, 1)).toEqual([])
  expect(without(1, 2, 2)).toEqual(['gzip'])
})

it('is said before the findings, in the report and on the page', () => {
  const profile = profileFromStacks(STRIPPED)
  const before = /gzip has no debug information[^]*(#1|<ol class="findings">)/
  expect(reportText(profile, { view: 'findings', top: 5, width: 120 })).toMatch(before)
  expect([...htmlPage(profile, new Map())].join('')).toMatch(before)
})
