/** Checks as JUnit XML, which build servers show as tests: a test case for each check. */
import type { RunDescription } from '../../shared/run.ts'
import { placesText, statusText } from '../report/comparison/comparison_text.ts'
import { changeText } from '../report/format.ts'
import { CHECK_NAMES, finding } from './check_text.ts'
import type { Check } from './check_runs.ts'

/** @param run the new one */
export function junitXml(checks: readonly Check[], run: RunDescription): string {
  const failures = checks.filter(({ failed }) => failed).length
  const counts = `tests="${checks.length}" failures="${failures}" errors="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hagstone" ${counts} time="0">`,
    `  <testsuite name="hagstone check" ${counts} skipped="0" time="0" timestamp="${escaped(run.startedAt.replace(/\.\d+Z$/, ''))}" hostname="${escaped(run.host)}">`,
    ...checks.map((check) => testCase(check, run)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(check: Check, { unit }: RunDescription): string {
  const pairs = (check.risen ?? []).map((pair) => `${changeText(pair.waste.change, unit)}  ${statusText(pair)}  ${placesText(pair)}`)
  const findings = (check.newFindings?.findings ?? []).map(({ title }) => title)
  const head = `    <testcase classname="hagstone.${escaped(check.tool ?? 'all')}" name="${CHECK_NAMES[check.kind]}" time="0"`
  if (!check.failed) return `${head}/>`
  return `${head}>\n      <failure message="${escaped(finding(check, unit))}" type="${check.kind}">${escaped([...pairs, ...findings].join('\n'))}</failure>\n    </testcase>`
}

/** Control characters have no place in XML 1.0, not even escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
