/** VS Code's tasks and launch configurations name tasks, scripts, and files that exist, and reach the engine that they started. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(resolve(root, file), 'utf8')

interface Task {
  label: string
  command: string
  dependsOn?: string
}
interface Launch {
  name: string
  preLaunchTask: string
}
const { tasks } = JSON.parse(textOf('.vscode/tasks.json')) as { tasks: Task[] }
const { configurations } = JSON.parse(textOf('.vscode/launch.json')) as { configurations: Launch[] }

test('each task that another one or a launch configuration needs exists', () => {
  const labels = new Set(tasks.map(({ label }) => label))
  const needed = [...tasks.flatMap(({ dependsOn = [] }) => dependsOn), ...configurations.map(({ preLaunchTask }) => preLaunchTask)]
  expect(needed.filter((label) => !labels.has(label))).toEqual([])
})

test('each npm script and each file of the sources that a task names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const named = tasks.flatMap(({ command }) => [...command.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, script]) => script!))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((script) => !(script in scripts))).toEqual([])
  const files = tasks.flatMap(({ command }) => [...command.matchAll(/(?<![\w/.-])(?:\w+\/)+[\w.]+/g)].map(([file]) => file))
  expect(files.filter((file) => !/^(build|node_modules)\//.test(file) && !existsSync(resolve(root, file)))).toEqual([])
})

test('vgdb looks only for the engine that waits for it, in every command that is documented', () => {
  const prefix = /--vgdb-prefix="\$PWD\/([\w/]+)"/.exec(textOf('native/exhaustive/debug.sh'))?.[1]
  expect(prefix).toBeDefined()
  const commands = ['.vscode/launch.json', 'CONTRIBUTING.md', 'native/exhaustive/debug.sh', 'native/exhaustive/README.md'].flatMap((file) =>
    [...textOf(file).matchAll(/target remote \\?\| vgdb(.*)/g)].map(([, options]) => ({ file, options })),
  )
  expect(commands.length).toBeGreaterThanOrEqual(3)
  expect(commands.filter(({ options }) => !options!.includes('--vgdb-prefix=') || !options!.includes(prefix!))).toEqual([])
})
