/** Containers of the standard libraries, known by the names of their own functions, not of those that are only given a container. */
import { shortFunctionName } from '../../findings/wording/short_names.ts'

const TREE = /^std::(?:_Rb_tree|(?:__debug::)?(?:multi)?(?:map|set))::/
const HASH_TABLE = /^std::(?:_Hashtable|(?:__debug::)?unordered_(?:multi)?(?:map|set))::/
const OF_RUST = /\b(?:HashMap|HashSet|BTreeMap|BTreeSet|hashbrown)\b/

/** In the order of its keys. */
export function isOfTree(name: string): boolean {
  return TREE.test(shortFunctionName(name))
}

export function isOfHashTable(name: string): boolean {
  return HASH_TABLE.test(shortFunctionName(name))
}

/** One that finds an entry by its key. */
export function isOfContainer(name: string): boolean {
  return isOfTree(name) || isOfHashTable(name) || OF_RUST.test(shortFunctionName(name))
}
