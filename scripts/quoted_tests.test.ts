/** The documents quote tests as evidence: `path/to/file.test.ts › title`. A renamed test must be renamed there too. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Parts of a quoted title: "suite › title", with … for any words left out. */
function partsOf(quoted: string): string[] {
  return quoted
    .split(/ › |…/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

test('each test that a document quotes exists', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const missing: string[] = []
  let quotes = 0
  for (const document of documents) {
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
