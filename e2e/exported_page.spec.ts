/** The page of “hagstone export --to html”, opened from a file as its recipient opens it. */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { htmlPage } from '../electron/export/html/page.ts'
import type { SourceLines } from '../electron/export/html/sources.ts'
import { profileFromStacks } from '../electron/profile/profile_from_stacks.testing.ts'
import type { ProfileTables } from '../shared/profile/profile.ts'
import { screenshot } from './support/profile_window.ts'

const profile = profileFromStacks(`
  main solver.c:41 > init solver.c:118   KILLED_BY   main solver.c:44 > fill solver.c:131   90
  main solver.c:41 > other solver.c:20   KILLED_BY   main solver.c:44 > fill solver.c:131   10
  main solver.c:44 > fill solver.c:131   USED_BY     main solver.c:50 > sum solver.c:140    100
`)
const solver = Array.from({ length: 140 }, (_, i) => (i === 117 ? 'row[j] = 0.0; // <init>' : i === 130 ? 'row[j] = f(a[j]);' : `x${i} = y[${i}];`))

async function openPage(page: Page, info: TestInfo, of: ProfileTables, sources: ReadonlyMap<string, SourceLines> = new Map()): Promise<void> {
  const file = info.outputPath('solver.html')
  writeFileSync(file, [...htmlPage(of, sources)].join(''))
  await page.goto(pathToFileURL(file).href)
}

test('pairs open to both contexts, their lines lit, and lead to the whole source', async ({ page }, info) => {
  await openPage(page, info, profile, new Map([['/src/solver.c', solver]]))
  await expect(page).toHaveTitle('./solver input.dat')
  const pairs = page.locator('#dead-stores-pairs .pair')
  await expect(pairs.locator('> summary')).toHaveText([
    /90\.0 %\s*KILLED_BY\s*init solver\.c:118\s*fill solver\.c:131/,
    /10\.0 %\s*KILLED_BY\s*other/,
    /50\.0 %\s*USED_BY\s*fill solver\.c:131\s*sum/,
  ])
  const first = pairs.first()
  await first.locator('> summary').click()
  await expect(first.locator('.earlier li')).toHaveText(['main solver.c:41', 'init solver.c:118'])
  await expect(first.locator('.earlier .lit')).toHaveText('118  row[j] = 0.0; // <init>')
  await expect(first.locator('.later .lit')).toHaveText('131  row[j] = f(a[j]);')
  await screenshot(page, 'exported_page')
  await first.locator('.earlier a').click()
  await expect(page.locator(':target')).toHaveText('118row[j] = 0.0; // <init>')
  await expect(page.locator(':target')).toBeInViewport()
})

test('useful pairs are folded, pairs are filtered, the tree opens', async ({ page }, info) => {
  await openPage(page, info, profile)
  await expect(page.getByText('sum solver.c:140').first()).toBeHidden()
  await page.getByText('1 pair of use or waiting').click()
  await expect(page.getByText('sum solver.c:140').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter pairs of dead-stores' }).fill('OTHER')
  await expect(page.locator('.pair:visible > summary')).toHaveText([/other solver\.c:20/])
  await expect(page.locator('.tree summary').filter({ hasText: /^45\.0 %init/ })).toBeVisible()
  await expect(page.locator('.tree').getByText(':118 solver.c')).toBeHidden()
  await page
    .locator('.tree summary')
    .filter({ hasText: /^45\.0 %init/ })
    .click()
  await expect(page.locator('.tree').getByText(':118 solver.c')).toBeVisible()
  await expect(page.locator('#functions ~ table tr').filter({ hasText: 'init' })).toHaveText(/45\.0 %/)
  await expect(page.locator('#sources')).toHaveCount(0)
})

test('names are text, and nothing but the page’s own script may run', async ({ page }, info) => {
  const evil = '<img src=x onerror=alert(1)></title></script><script>alert(2)</script>'
  page.on('dialog', () => expect('a dialog').toBe('none'))
  await openPage(page, info, {
    ...profile,
    functions: profile.functions.map((described) => ({ ...described, name: evil })),
    run: { ...profile.run, command: [evil] },
    notes: [evil],
  })
  await expect(page.locator('.notes li')).toHaveText(evil)
  await expect(page.locator('img')).toHaveCount(0)
  await expect(page.locator('script')).toHaveCount(1)
  const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'))
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = "run"' })))
  await refused
  await expect(page).not.toHaveTitle('run')
})
