/** The panes without a source: the places searched, a mapped folder, or the machine code. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { countedDeadStores } from './support/exhaustive_engine.ts'
import { expect, test } from './support/fixtures.ts'
import { hagstone } from './support/hagstone.ts'
import { ProfileWindow, linesInSight, openProfile, screenshot, typePath } from './support/profile_window.ts'
import { buildCopy, sampleLine, sampleSource } from './support/samples.ts'

/** Records a copy of the sample compiled in `directory`, and returns the profile's path. */
async function recordCopy(directory: string, options: string[], env: Record<string, string> = {}): Promise<string> {
  const program = buildCopy('rezeroed_array', directory, options)
  const output = join(directory, 'copy.hagstone')
  const { status, stderr } = await hagstone(['record', ...countedDeadStores, '--output', output, '--', program, '300'], { env })
  expect(status, stderr).toBe(0)
  return output
}

test('a moved source is searched for, with the places named, and found in a mapped folder, also the next time', async ({ page, host }) => {
  const built = join(host.home, 'built')
  const moved = join(host.home, 'moved')
  const profile = await recordCopy(built, ['-g'])
  mkdirSync(moved)
  const name = basename(sampleSource('rezeroed_array'))
  renameSync(join(built, name), join(moved, name))

  await page.goto(host.address)
  await openProfile(page, profile)
  const window = new ProfileWindow(page)
  await expect(window.pane('source')).toContainText('The source file was not found.')
  await expect(window.pane('source').getByText(join(built, name)).first()).toBeVisible()
  await expect.poll(async () => (await window.litLine('source')).text).toMatch(/^(v?mov|stos|rep|push|call)/)
  await window.pane('source').getByRole('button', { name: 'Map a folder…' }).click()
  await typePath(page, moved)
  await page.getByRole('button', { name: `Choose ${moved}` }).click()
  await expect(window.pane('source')).not.toContainText('The source file was not found.')
  await expect.poll(async () => (await window.litLine('source')).text).toBe(sampleLine('rezeroed_array', 'dead store').text)

  await page.goto(host.address)
  await page
    .getByRole('complementary', { name: 'Runs' })
    .getByRole('button', { name: /^rezeroed_array/ })
    .first()
    .click()
  await expect.poll(async () => (await window.litLine('source')).text).toBe(sampleLine('rezeroed_array', 'dead store').text)
})

test('without debug information both panes show the disassembly, the instruction lit', async ({ page, host }) => {
  const profile = await recordCopy(join(host.home, 'stripped'), ['-s'])
  await page.goto(host.address)
  await openProfile(page, profile)
  const window = new ProfileWindow(page)
  for (const side of ['source', 'target'] as const) {
    const lit = await window.litLine(side)
    expect(lit.text).toMatch(/^(v?mov|stos|rep|push|call)/)
    await expect(window.pane(side)).toContainText('rezeroed_array')
  }
  await screenshot(page, 'disassembly')
})

test('the sources of another user’s recording are shown only after consent, and then without asking again', async ({ page, host }) => {
  // Recorded by a person with another state directory: this host's person did not make it.
  const profile = await recordCopy(join(host.home, 'foreign'), ['-g'], { XDG_STATE_HOME: join(host.home, 'elsewhere') })
  await page.goto(host.address)
  await openProfile(page, profile)
  const window = new ProfileWindow(page)
  const consent = page.locator('.side-consent')
  await expect(consent).toHaveCount(1)
  await expect(consent).toContainText(`Show sources from ${join(host.home, 'foreign')}?`)
  for (const side of ['source', 'target'] as const) await expect(window.pane(side)).not.toContainText('answer:')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('tab', { name: 'Pairs' }).click()
  for (const name of ['Show all sources', 'Show this file']) await expect(consent.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  // The machine code stays in sight beside the question.
  await page.setViewportSize({ width: 1000, height: 700 })
  await window.show('Top-down')
  for (const name of ['Show all sources', 'Show this file', 'Map a folder…']) await expect(consent.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  for (const side of ['source', 'target'] as const) {
    await expect.poll(() => linesInSight(window.pane(side)), side).toEqual({ lines: expect.any(Number), lit: true })
    expect((await linesInSight(window.pane(side))).lines, side).toBeGreaterThanOrEqual(2)
  }
  // A laptop at 200 %: the question is one line.
  await page.setViewportSize({ width: 640, height: 360 })
  for (const name of ['Show all sources', 'Show this file', 'Map a folder…']) await expect(consent.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  expect((await consent.boundingBox())!.height).toBeLessThan(32)
  await consent.getByRole('button', { name: 'Show this file' }).click()
  await expect(consent).toHaveCount(0)
  for (const [side, mark] of [
    ['source', 'dead store'],
    ['target', 'killing store'],
  ] as const) {
    await expect.poll(async () => (await window.litLine(side)).text).toBe(sampleLine('rezeroed_array', mark).text)
  }
})

test('above long code is the signature of its function, not the brace or the access specifier', async ({ page, host }) => {
  // The first loop's stores are read, so that the only dead ones are the second loop's, far below the signature.
  const steps = Array.from({ length: 40 }, (_, step) => `    sum += cells[${step}];`).join('\n')
  const source = join(host.home, 'grid.cpp')
  const program = join(host.home, 'grid')
  const profile = `${program}.hagstone`
  writeFileSync(
    source,
    `class Grid
{
public:
  __attribute__((noinline)) long
  reset(volatile int *cells)
  {
    long sum = 0;
    for (int cell = 0; cell < 1000; cell++)
      cells[cell] = 0;
    for (int cell = 0; cell < 1000; cell++)
      sum += cells[cell];
${steps}
    for (int cell = 0; cell < 1000; cell++)
      cells[cell] = 1;
    return sum;
  }
};
static volatile int cells[1000];
int main()
{
  Grid grid;
  for (int round = 0; round < 300; round++)
    grid.reset(cells);
}
`,
  )
  execFileSync('g++', ['-O1', '-g', '-o', program, source])
  const { status, stderr } = await hagstone(['record', ...countedDeadStores, '--output', profile, '--', program])
  expect(status, stderr).toBe(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(host.address)
  await openProfile(page, profile)
  const pane = new ProfileWindow(page).pane('source')
  await page.getByRole('button', { name: 'Show all sources' }).click()
  await expect(pane.locator('.sticky-line-content').first()).toHaveText('  reset(volatile int *cells)'.replaceAll(' ', '\u00a0'))
})
