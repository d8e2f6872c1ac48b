import { afterEach, expect, test, vi } from 'vitest'
import { createApplication } from '../application/application.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { tableCommands } from './table_commands.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('the tables in sight are copied under their names, and only where there are any', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  const command = tableCommands(createApplication(createFakeHost())).find(({ id }) => id === 'copy-table.shown')
  expect(command?.enabled?.()).toBe(false)
  document.body.innerHTML =
    '<table class="figures" aria-label="One"><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><table class="figures"><tbody><tr><td>2</td></tr></tbody></table>'
  expect(command?.enabled?.()).toBe(true)
  await command?.run()
  expect(copied).toEqual(['One\n\n| a |\n| --- |\n| 1 |\n\n|  |\n| --- |\n| 2 |\n'])
})
