/** The documents link to each other, name files, and quote tests as evidence: `path/to/file.test.ts › title`. Renamed ones must be renamed there too. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

function tracked(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
}

/** Not in the sources: of a recording, and of packages. */
const MADE_ELSEWHERE = new Set(['processes/loops.txt', 'native/exhaustive/SOURCES.md'])

/** Parts of a quoted title: "suite › title", with … for any words left out. */
function partsOf(quoted: string): string[] {
  return quoted
    .split(/ › |…/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

test('each test that a document quotes exists', () => {
  const missing: string[] = []
  let quotes = 0
  for (const document of tracked('*.md')) {
    // A quotation without a file continues the one before it in its paragraph or table cell.
    for (const cell of readFileSync(resolve(root, document), 'utf8').split(/\n\n|\n?\|/)) {
      let file = ''
      for (const [, named, title] of cell.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)?(?: ?› ([^`]+))?`/g)) {
        file = named ?? file
        if (title === undefined) continue
        quotes += 1
        const path = resolve(root, file)
        const text = file !== '' && existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\\', '') : ''
        if (!partsOf(title).every((part) => text.includes(part))) missing.push(`${document}: ${file} › ${title}`)
      }
    }
  }
  expect(quotes).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('each file that a document names exists', () => {
  const ends = new Set(
    tracked().flatMap((file) => {
      const parts = file.split('/')
      return parts.map((_, i) => parts.slice(i).join('/'))
    }),
  )
  const named = tracked('*.md').flatMap((document) =>
    [
      ...readFileSync(resolve(root, document), 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w-]+(?:\.[\w-]+)*\.(?:cpp|h|ts|tsx|c|S|cmake|sh|md|txt|json|yml|gdb))`/g),
    ].map(([, file]) => ({ document, file: file! })),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ file }) => !ends.has(file) && !file.startsWith('build/') && !MADE_ELSEWHERE.has(file))).toEqual([])
})

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

test('each link from a document leads to a file, and to a heading in it', () => {
  const withoutCode = (document: string): string =>
    readFileSync(resolve(root, document), 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, (code) => (code.includes('\n') ? '' : code.replaceAll(/[[\]()]/g, '')))
  const links = tracked('*.md').flatMap((document) =>
    [...withoutCode(document).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(([, path, anchor]) => ({
      document,
      file: path === '' ? document : join(dirname(document), path!),
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(200)
  expect(
    links.filter(({ file, anchor }) => {
      if (!existsSync(resolve(root, file))) return true
      return (
        anchor !== undefined && file.endsWith('.md') && ![...withoutCode(file).matchAll(/^#+ (.*)$/gm)].some(([, heading]) => anchorOf(heading!) === anchor)
      )
    }),
  ).toEqual([])
})
