/** Functions that copy an object or end one: constructors and destructors of C++, `clone` and `drop` of Rust. */

export interface CopyOrEnd {
  /** With its template arguments, in Rust without the generic ones. */
  type: string
  isEnd: boolean
  /** In Rust. */
  isClone: boolean
}

/** They copy a few words, count references (which has a rule of its own), or refer to data of others. */
const CHEAP = /(?:_ptr|_count|iterator|allocator|string_view|span|_view|reference_wrapper|function_ref|^Rc|^Arc)\b/i

/** The class that is copied or ended, from the demangled name: "C::c(C const&)", "C::~c()", "<C as core::clone::Clone>::clone". */
export function copyOrEnd(name: string): CopyOrEnd | null {
  const plain = name.replace(/ \[clone [^\]]*\]/g, '')
  const end = /^(.+)::~(\w+)\(\)$/.exec(plain)
  if (end !== null && end[2] === baseOf(end[1]!)) return called(end[1]!, true)
  const clone = /^<(.+) as core::clone::Clone>::clone$/.exec(plain) ?? /^core::ptr::drop_in_place(?:::)?<(.+)>$/.exec(plain)
  // A generic function has no types in its name.
  if (clone !== null) return called(clone[1]!.replace(/<.*$/, ''), plain.startsWith('core'), true)
  if (!plain.endsWith(' const&)')) return null
  const call = plain.slice(0, -' const&)'.length)
  // The class may have parentheses in its arguments: of function types, and of the anonymous namespace.
  for (let at = call.indexOf('('); at >= 0; at = call.indexOf('(', at + 1)) {
    const type = call.slice(at + 1)
    if (call.slice(0, at) === `${type}::${baseOf(type)}`) return called(type, false)
  }
  return null
}

/** "c" of "b::c<a::d>". */
function baseOf(type: string): string {
  let depth = 0
  let start = 0
  let end = type.length
  for (let at = 0; at < type.length; at++) {
    if (type[at] === '<' && depth++ === 0) end = at
    else if (type[at] === '>') depth--
    else if (depth === 0 && type[at] === ':') [start, end] = [at + 1, type.length]
  }
  return type.slice(start, end)
}

function called(type: string, isEnd: boolean, isClone = false): CopyOrEnd | null {
  return type === '' || CHEAP.test(baseOf(type)) ? null : { type, isEnd, isClone }
}
