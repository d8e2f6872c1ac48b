/** What is not known of the code of modules: programs may load a hundred libraries of which the same is true. */
import { basename } from 'node:path'
import { OWN, ownerOfModule } from '../../../shared/findings/own_code.ts'
import { counted } from '../../../shared/names/counted.ts'
import type { ProfileModule } from '../../../shared/profile/profile.ts'

/** Named one by one up to these. */
const MOST_NAMED = 3

/** One sentence for all modules of which it is true, those of the program itself first. */
export function moduleNotes(modules: ReadonlyArray<Pick<ProfileModule, 'path' | 'note'>>): string[] {
  const byRemark = new Map<string, string[]>()
  const ownFirst = modules.toSorted((a, b) => Number(ownerOfModule(a.path) !== OWN) - Number(ownerOfModule(b.path) !== OWN))
  for (const { path, note } of ownFirst) {
    if (!note) continue
    const name = basename(path)
    const remark = note.startsWith(`${name}: `) ? note.slice(name.length) : note
    const named = byRemark.get(remark)
    if (named === undefined) byRemark.set(remark, [remark === note ? '' : name])
    else named.push(name)
  }
  return Array.from(byRemark, ([remark, names]) => `${listed(names)}${remark}`)
}

function listed(names: readonly string[]): string {
  if (names.length <= MOST_NAMED + 1) return names.join(', ')
  return `${names.slice(0, MOST_NAMED).join(', ')}, and ${counted(names.length - MOST_NAMED, 'more module')}`
}
