/** The output that a profile keeps of its program. */
import { join } from 'node:path'
import { countedDeadStores } from '../support/exhaustive_engine.ts'
import { expect, test } from '../support/fixtures.ts'
import { hagstone } from '../support/hagstone.ts'

for (const [words, status, from, key, to] of [
  ['of a program that failed shows its end first', 3, 'end', 'Home', 'start'],
  ['of a program that succeeded shows its start first', 0, 'start', 'End', 'end'],
] as const)
  test(`long output ${words}, and scrolls by keys and by the wheel`, async ({ page, recordings, hosts }) => {
    const path = join(recordings, `output-${status}.hagstone`)
    const script = `i=0; while [ $i -lt 500 ]; do i=$((i+1)); echo "step $i"; done; exit ${status}`
    await hagstone(['record', ...countedDeadStores, '--keep-output', '--output', path, '--', 'sh', '-c', script])
    await page.goto((await hosts.with(path)).address)
    await page.getByRole('tab', { name: 'Output' }).click()
    const output = page.locator('pre.program-output')
    /** The visible end of the text. */
    const seen = (): Promise<string> =>
      output.evaluate(({ scrollTop, scrollHeight, clientHeight }) =>
        scrollTop === 0 ? 'start' : scrollTop + clientHeight >= scrollHeight - 1 ? 'end' : 'between',
      )
    await expect.poll(seen).toBe(from)
    await output.focus()
    await page.keyboard.press(key)
    await expect.poll(seen).toBe(to)
    // As when the sentence about the view comes, a moment after it.
    await page.setViewportSize({ width: 1600, height: 700 })
    await expect.poll(seen).toBe(to)
    await output.hover()
    await page.mouse.wheel(0, to === 'start' ? 300 : -300)
    await expect.poll(seen).toBe('between')
  })
