import { stripVTControlCharacters } from 'node:util'

/** A test that failed, as its runner's report has it. */
export interface Failure {
  test: string
  message: string
}

interface VitestReport {
  testResults: Array<{
    name: string
    status: string
    message?: string
    assertionResults: Array<{ status: string; fullName: string; failureMessages?: string[] }>
  }>
}

/** Failures in Vitest's JSON report. A file that does not load has a message of its own. */
export function vitestFailures(text: string): Failure[] {
  return (JSON.parse(text) as VitestReport).testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && tests.length === 0) return [{ test: file.name, message: file.message ?? '' }]
    return tests.map(({ fullName, failureMessages = [] }) => ({ test: `${file.name}: ${fullName}`, message: failureMessages.join('\n') }))
  })
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function decodeXml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal))
  })
}

/** Failures in CTest's JUnit report. The message is GoogleTest's output from its first failure on, else the end of the output. */
export function junitFailures(text: string): Failure[] {
  return [...text.matchAll(/<testcase\b([^>]*[^/])>(.*?)<\/testcase>/gs)].flatMap(([, attributes, content]) => {
    const failure = /<(?:failure|error)\b[^>]*?(?:message="([^"]*)")?\s*\/?>/.exec(content!)
    if (failure === null) return []
    const output = decodeXml(/<system-out>(.*?)<\/system-out>/s.exec(content!)?.[1] ?? '').trimEnd()
    const first = output.search(/^.*: (?:Failure|error)$/m)
    return [
      {
        test: decodeXml(/\bname="([^"]*)"/.exec(attributes!)?.[1] ?? ''),
        message: output === '' ? decodeXml(failure[1] ?? '') : first === -1 ? lastLines(output, linesOfEach) : output.slice(first),
      },
    ]
  })
}

interface PlaywrightError {
  message?: string
  value?: string
}
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: Array<{ title: string; file: string; tests: Array<{ status: string; results: Array<{ status: string; errors: PlaywrightError[] }> }> }>
}

/** Failures in Playwright's JSON report, including errors outside tests. */
export function playwrightFailures(text: string): Failure[] {
  const { suites = [], errors = [] } = JSON.parse(text) as { suites?: PlaywrightSuite[]; errors?: PlaywrightError[] }
  const textOf = ({ message, value }: PlaywrightError) => message ?? value ?? ''
  const ofSuite = ({ specs = [], suites: inner = [] }: PlaywrightSuite): Failure[] => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          test: `${file}: ${title}`,
          message: results
            .flatMap((result) => result.errors)
            .map(textOf)
            .join('\n'),
        })),
    ),
    ...inner.flatMap(ofSuite),
  ]
  return [...errors.map((error) => ({ test: 'outside tests', message: textOf(error) })), ...suites.flatMap(ofSuite)]
}

export function lastLines(text: string, lines: number): string {
  return text.trimEnd().split('\n').slice(-lines).join('\n')
}

/** A frame of a stack in a test runner or in Node. */
const foreignFrame = /^\s*at .*(?:node_modules\/|\(?node:|<anonymous>\)?$|runWith\w+ \()/

/** Lines of a message that are shown at least. */
const linesOfEach = 8
const mostLines = 60

/** Describes failed tests: each with the first lines of its message, at most about 60 lines together. @param root is left out of paths */
export function describeFailures(failures: Failure[], root: string): string[] {
  const share = Math.max(linesOfEach, Math.floor(mostLines / Math.max(1, failures.length)) - 1)
  const shown: string[] = []
  for (const [position, { test, message }] of failures.entries()) {
    if (shown.length >= mostLines) return [...shown, `… and ${failures.length - position} more`]
    const lines = stripVTControlCharacters(message)
      .replaceAll(`${root}/`, '')
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== '' && !foreignFrame.test(line))
    shown.push(`FAILED ${test.replaceAll(`${root}/`, '')}`, ...lines.slice(0, share).map((line) => `  ${line.slice(0, 300)}`))
  }
  return shown
}

/** "2 of 20: NAME" for each test that failed in some run, most often first. */
export function howOftenEachFailed(runs: Failure[][], root: string): string[] {
  const times = new Map<string, number>()
  for (const failures of runs) for (const test of new Set(failures.map((failure) => failure.test))) times.set(test, (times.get(test) ?? 0) + 1)
  return [...times].toSorted((a, b) => b[1] - a[1]).map(([test, count]) => `${count} of ${runs.length}: ${test.replaceAll(`${root}/`, '')}`)
}
