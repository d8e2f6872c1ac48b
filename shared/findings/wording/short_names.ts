/** Function names as people say them: without parameters, template arguments, clone suffixes and hashes. */
import { CALLERS_CUT, CALLERS_UNKNOWN, TAIL_CALLS_UNSURE } from '../../profile/tables.ts'
import { normaliseFunctionName } from '../../names/normalise.ts'
import { creationName, creatorIn } from '../../profile/created_threads.ts'
import { isParallelName } from '../../names/runtimes/parallel_code.ts'

/** glibc's variants of memset and the like for each kind of processor. */
const PROCESSOR_VARIANT = /^__((?:mem|str|wcs|wmem)[a-z]+)_(?:avx|evex|sse|ssse|erms|base|generic)\w*$/

/** Of a library's version, which no source names: "fmt::v9::format", "nlohmann::json_abi_v3_11_2::basic_json". */
const INLINE_NAMESPACE = /(?<=::)(?:_?[vV]\d+(?:_\d+)*|\w*abi(?:_[a-z]+)*_v\d\w*|lts_\d+)::/g

export function shortFunctionName(name: string): string {
  if (isParallelName(name) || NO_FUNCTIONS.has(name)) return name
  const creator = creatorIn(name)
  if (creator !== null) return creationName(shortFunctionName(creator))
  let text = normaliseFunctionName(name)
    .replace(PROCESSOR_VARIANT, '$1')
    .replace(/\((?:anonymous namespace)\)::/g, '')
    .replace(/@plt$/, '')
    .replaceAll(INLINE_NAMESPACE, '')
  text = withStandardStrings(withoutImplementation(text))
  // The brackets of "operator<" and "operator->" have no other half.
  const symbol = OPERATOR_WITH_BRACKETS.exec(text)?.[0] ?? ''
  if (symbol !== '') text = text.replace(symbol, MASKED_OPERATOR)
  text = withoutBrackets(text, '<', '>')
  text = withoutParameters(withoutDecltype(text)).trimEnd()
  if (symbol !== '') text = text.replace(MASKED_OPERATOR, symbol)
  text = withoutResultType(text).replace(/^[*&]+/, '')
  const gfortran = /^__(\w+)_MOD_(\w+)$/.exec(text)
  if (gfortran !== null) return gfortran[2]!
  // Procedures with several entries.
  if (/^master\.\d+\./.test(text)) return text.replace(/^master\.\d+\./, '')
  return text === '' ? name : text
}

/** Rows that stand for frames that are not known. */
const NO_FUNCTIONS: ReadonlySet<string> = new Set([CALLERS_CUT, CALLERS_UNKNOWN, TAIL_CALLS_UNSURE])

/**
 * A function as the source calls it that a library keeps by another name: "exp" of "__exp", "getc" of "_IO_getc", and "memcpy"
 * of "memmove", since glibc has one function for both. @param text of the line that calls it
 */
export function libraryFunctionName(name: string, text: string | null = null): string {
  const short = shortFunctionName(name).replace(/^(?:__|_IO_)(?=[a-z][a-z\d]+$)/, '')
  return short === 'memmove' && text !== null && /\bmemcpy\b/.test(text) && !/\bmemmove\b/.test(text) ? 'memcpy' : short
}

/** For C++: "std::string::string" from "std::__cxx11::basic_string<char, ...>::basic_string". */
function withStandardStrings(text: string): string {
  return text
    .replaceAll(/\bstd::(?:__cxx11|__1)::/g, 'std::')
    .replaceAll(STANDARD_STRING, (_, kind: string, character: string) => `std::${character === 'wchar_t' ? 'w' : ''}${kind}`)
    .replaceAll(/\bstd::(w?string(?:_view)?)::(~?)basic_string(?:_view)?(?![a-z_])/g, 'std::$1::$2$1')
}

const STANDARD_STRING = /\bstd::basic_(string|string_view)<(char|wchar_t)(?:, std::char_traits<\2> ?)?(?:, std::allocator<\2> ?)?>/g

/** For Rust: "<a::Type<T> as b::Trait>::f" becomes "a::Type::f", "<a::Type>::f" too, and "a::<impl b::Type>::f" becomes "a::f". */
function withoutImplementation(text: string): string {
  const plain = text.replace(/::<impl [^]*>(?=::)/, '')
  if (!/^<[^]*>::/.test(plain)) return plain
  let depth = 0
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '<') depth++
    else if (plain[at] === '>' && plain[at - 1] !== '-' && --depth === 0) {
      const type = withoutBrackets(` ${plain.slice(1, at)}`, '<', '>')
        .split(' as ')[0]!
        .trim()
        .replace(/^&(?:'\w+ )?(?:mut )?/, '')
      return `${type}${plain.slice(at + 1)}`
    }
  }
  return plain
}

const OPERATOR_WITH_BRACKETS = /\boperator(?:<=>|<<=?|>>=?|<=|>=|->\*|->|<|>)/
/** A name that no demangler makes. */
const MASKED_OPERATOR = 'operator@'

/** A demangled template function has its result type in front. Operators like "new" and "bool" have a space in their name. */
function withoutResultType(text: string): string {
  const operator = text.search(/\boperator\b/)
  const end = operator < 0 ? text.length : operator
  return text.slice(text.slice(0, end).lastIndexOf(' ') + 1)
}

/** "decltype (g({parm#1})) f(int)" becomes "f(int)". */
function withoutDecltype(text: string): string {
  const result = /^decltype ?(?=\()/.exec(text)
  if (result === null) return text
  let depth = 0
  for (let at = result[0].length; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    if (depth === 0) return text.slice(at + 1).trimStart()
  }
  return text
}

/** "f(int) const" becomes "f"; "operator()" and "{lambda()}" keep theirs. */
function withoutParameters(text: string): string {
  const open = text.search(/(?<!operator)\(/)
  return open <= 0 || text.startsWith('{') ? text : text.slice(0, open)
}

function withoutBrackets(text: string, open: string, close: string): string {
  if (text.startsWith('<')) return text
  let depth = 0
  let result = ''
  for (const character of text) {
    if (character === open) depth++
    else if (character === close && depth > 0) depth--
    else if (depth === 0) result += character
  }
  return result
}
