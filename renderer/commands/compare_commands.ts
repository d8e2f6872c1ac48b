/** Commands on a comparison of two profiles. */
import type { Parameters } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { chooseComparison, closeComparison, comparedTable, compareFiles, lookAt, swapVersions, tickedInOrder } from '../application/comparisons.ts'
import { copyText } from '../application/save.ts'
import type { Side } from '../application/pair_side.ts'
import { focusCode } from '../focus/code_focus.ts'
import type { Command, MenuPlace } from './command.ts'

type CopiedTable = Parameters<'compare.export'>['table']
const copiedTables: Record<CopiedTable, { name: string; menus: MenuPlace[] }> = {
  pairs: { name: 'pairs', menus: ['compared-pairs'] },
  functions: { name: 'functions', menus: ['compared-tree'] },
  objects: { name: 'objects', menus: [] },
}

/** Something is selected whose source of both versions is shown. */
export function hasVersions({ store }: Application): boolean {
  const { screen, comparison } = store.getState()
  return screen === 'comparison' && comparison?.selection != null
}

/** Puts the keyboard into the sources of both versions of an access. */
export function readVersions(application: Application, side: Side): void {
  lookAt(application, side)
  // The editor of the other access may still have to appear.
  requestAnimationFrame(() => focusCode(application, '.source-diff'))
}

export function compareCommands(application: Application): Command[] {
  const { store } = application
  const isShown = (): boolean => store.getState().screen === 'comparison'
  return [
    {
      id: 'compare.with',
      title: 'Compare with another profile…',
      group: 'Compare',
      keys: ['c'],
      scope: 'everywhere',
      run: () => chooseComparison(application),
    },
    {
      id: 'compare.ticked',
      title: 'Compare the two ticked runs',
      group: 'Compare',
      keys: [],
      scope: 'everywhere',
      enabled: () => tickedInOrder(store.getState()).length === 2,
      async run() {
        const [old, present] = tickedInOrder(store.getState())
        if (old !== undefined && present !== undefined) await compareFiles(application, old.path, present.path)
      },
    },
    {
      id: 'compare.show',
      title: 'Show the comparison',
      group: 'Compare',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().comparison !== null && !isShown(),
      run: () => store.setState({ screen: 'comparison' }),
    },
    {
      id: 'compare.swap',
      title: 'Swap the old and the new run',
      group: 'Compare',
      keys: ['x'],
      scope: 'everywhere',
      enabled: isShown,
      run: () => swapVersions(application),
    },
    ...(Object.keys(copiedTables) as CopiedTable[]).map((table): Command => ({
      id: `compare.copy-${table}`,
      title: `Copy the compared ${copiedTables[table].name} as a Markdown table`,
      group: 'Compare',
      keys: [],
      scope: 'everywhere',
      menus: copiedTables[table].menus,
      enabled: isShown,
      async run() {
        const { comparison } = store.getState()
        if (comparison === null) return
        await copyText(await comparedTable(application, comparison, table, 'markdown'))
        announce(application, `The ${copiedTables[table].name} were copied as a Markdown table.`)
      },
    })),
    {
      id: 'compare.close',
      title: 'Close the comparison',
      group: 'Compare',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().comparison !== null,
      run: () => closeComparison(application),
    },
  ]
}
