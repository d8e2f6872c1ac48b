import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../electron/cli/command_table.ts'
import { exitStatus } from '../../electron/failure.ts'
import { TOOLS } from '../../shared/tools.ts'
import { sections } from './pages.ts'
import { buildSite, titleOf } from './site.ts'

const repository = resolve(import.meta.dirname, '../..')
let output: string
beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), 'hagstone-docs-'))
  await buildSite(output)
})
afterAll(() => rmSync(output, { recursive: true }))

const page = (name: string): string => readFileSync(join(output, name), 'utf8')
const pages = (): string[] =>
  readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .toSorted()

test('every document is a page, once in the navigation, under its own title', () => {
  const named = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''))
  expect(sections.flatMap((section) => section.pages).toSorted()).toEqual(named.toSorted())
  expect(pages()).toEqual(named.map((name) => `${name}.html`).toSorted())
  for (const name of named) {
    expect(page(`${name}.html`)).toContain(`<title>${titleOf(name)} · Hagstone</title>`)
    expect(page(`${name}.html`).match(/aria-current="page"/g)).toHaveLength(1)
    expect(titleOf(name), name).not.toBe(name)
  }
})

test('no link leads nowhere and no picture is missing', () => {
  const dead: string[] = []
  let seen = 0
  for (const name of pages()) {
    for (const [, address = ''] of page(name).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(address)) continue
      seen++
      const [file = '', anchor] = address.split('#')
      const target = file === '' ? name : join(dirname(name), decodeURIComponent(file))
      if (!existsSync(join(output, target))) dead.push(`${name}: ${address}`)
      else if (anchor !== undefined && !page(target).includes(` id="${decodeURIComponent(anchor)}"`)) dead.push(`${name}: ${address}`)
    }
  }
  expect(dead).toEqual([])
  expect(seen).toBeGreaterThan(500)
})

test('a long page lists its parts', () => {
  expect(page('metrics.html')).toMatch(/<summary>On this page<\/summary>[^]*<a href="#findings">Findings<\/a>[^]*<h2 id="findings">/)
  expect(page('exit-codes.html')).not.toContain('On this page')
})

test('no page runs a script or asks another host for anything', () => {
  for (const name of pages()) expect(page(name), name).not.toMatch(/<script|<iframe|(?:src|rel="stylesheet" href)="https?:/)
})

test('the pages name every tool, command and exit status', () => {
  for (const tool of TOOLS) expect(page('tools.html')).toContain(`<code>${tool}</code>`)
  for (const command of Object.keys(commands)) expect(page('exit-codes.html')).toContain(`<code>${command}</code>`)
  for (const status of Object.values(exitStatus)) expect(page('exit-codes.html')).toContain(`<td>${status}</td>`)
})

test('the page of the contract names every method and event that it has, and no other', () => {
  const contract = readFileSync(join(repository, 'shared/rpc/contract.ts'), 'utf8')
  const existing = [...contract.matchAll(/^ {2}'([a-z]+\.[A-Za-z]+)':/gm)].map(([, name]) => name)
  const told = [...page('rpc.html').matchAll(/<code>([a-z]+\.[A-Za-z]+)<\/code>/g)].map(([, name]) => name)
  expect(existing.length).toBeGreaterThan(20)
  expect([...new Set(told)].toSorted()).toEqual([...new Set(existing)].toSorted())
})
