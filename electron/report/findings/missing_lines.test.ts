import { expect, it } from 'vitest'
import { htmlPage } from '../../export/html/page.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { reportText } from '../text/report_text.ts'
import { findingsOf } from './findings.ts'

const STRIPPED = 'gzip!gzip+0x4290 > gzip!gzip+0x45b0   KILLED_BY   gzip!gzip+0x4290 > gzip!gzip+0x4710   30/30'
const WITH_LINES = 'main a.c:1 > init a.c:6   KILLED_BY   main a.c:1 > fill a.c:9   60/60'

it('names the modules whose findings have no source lines', () => {
  expect(findingsOf(profileFromStacks(`${WITH_LINES}\n${STRIPPED}`)).withoutLines).toEqual(['gzip'])
  expect(findingsOf(profileFromStacks(WITH_LINES)).withoutLines).toBeUndefined()
})

it('asks for no debug information where the module has some, but not of that function', () => {
  const assembly = 'main a.c:1   KILLED_BY   main a.c:1 > copy_words   30/30'
  expect(findingsOf(profileFromStacks(assembly))).toMatchObject({ findings: [{}] })
  expect(findingsOf(profileFromStacks(assembly)).withoutLines).toBeUndefined()
})

it('is said before the findings, in the report and on the page', () => {
  const profile = profileFromStacks(STRIPPED)
  const before = /gzip has no debug information[^]*(#1|<ol class="findings">)/
  expect(reportText(profile, { view: 'findings', top: 5, width: 120 })).toMatch(before)
  expect([...htmlPage(profile, new Map())].join('')).toMatch(before)
})
