/** Sketches of a change, in the language of the file. They show the idea; names in capitals are to be filled in. */
import type { AdviceClass } from '../../advice/advice.ts'
import { assignedTo, callOf, declaredVariable, type Language } from '../expressions.ts'
import { filledSketch, needsStoredValue, setsMemberOfFilled } from './store_words.ts'
import { appends, climbs, functionText, isOwnWork, otherSide, wastedSide, type CauseFacts, type CauseSide } from './cause_facts.ts'

type Sketch = (facts: CauseFacts, language: Language, change: Pick<CauseSide, 'function' | 'line'> | null) => string | null

/** Null where none can be given. @param change the line to change, if the cause names it */
export function sketchOf(facts: CauseFacts, change: Pick<CauseSide, 'function' | 'line'> | null): string | null {
  const { language } = facts
  if (facts.class === 'unoptimised-code') return compilerCall(language)
  if (facts.filledByCompiler === true) return filledSketch(facts)
  if (facts.endsText === true) return null
  if (appends(wastedSide(facts))) return null
  return language === null ? null : (SKETCHES[facts.class]?.(facts, language, change) ?? null)
}

const SKETCHES: Partial<Record<AdviceClass, Sketch>> = {
  'repeated-initialisation': removal,
  'overwritten-before-use': removal,
  'unread-result': removal,
  'memory-accumulator': accumulator,
  'loop-invariant-load': beforeLoop,
  'call-invariant-load': beforeLoop,
  'aliased-reload': beforeLoop,
  'repeated-load': keptUnlessIndexed,
  'update-without-effect': skipped,
  'zeros-dominate': zerosSkipped,
  'unchanged-store': skipped,
  recomputation: remembered,
  'repeated-results': usedOrRemembered,
  'redundant-copy': copiedOrShared,
  'copied-object': referred,
  'linear-search': searched,
  'chained-lookup': shorterChain,
  'stencil-reload': carried,
  'poor-loop-order': exchanged,
  'distant-reuse': tiled,
  'repeated-traversal': merged,
  'false-sharing': padded,
  'true-sharing': copiedPerThread,
}

function comment(language: Language, text: string): string {
  return `${language === 'fortran' ? '!' : '//'} ${text}`
}

/** Both lines, the one to remove marked. */
function removal(facts: CauseFacts, language: Language, change: Pick<CauseSide, 'function' | 'line'> | null): string | null {
  const sides = [wastedSide(facts), otherSide(facts)] as const
  const isOther = change !== null && change.function === sides[1].function && change.line === sides[1].line
  const [wasted, other] = isOther ? [sides[1], sides[0]] : sides
  if (wasted.text === null || other.text === null || facts.samePlace || setsMemberOfFilled(facts) || facts.partlyRead === true) return null
  // The call does other work, too.
  if (isOwnWork(wasted)) return null
  if (doesOtherWork(wasted.text, facts.data, language)) return null
  if (facts.relation === 'KILLED_BY' && needsStoredValue(wasted, other, language)) return null
  const line = (side: CauseSide, sign: string): string[] => [
    `  ${comment(language, `${functionText(side.function)}, line ${side.line ?? '?'}`)}`,
    `${sign} ${side.text}`,
  ]
  return [...line(wasted, '-'), ...line(other, ' ')].join('\n')
}

/**
 * More than the store would go: a part of a statement, the initial values of several members, the step to the next element, or a variable
 * that gets the value of a macro.
 */
function doesOtherWork(text: string, data: string | null, language: Language): boolean {
  const declared = declaredVariable(text, language)
  return (
    !isBalanced(text) ||
    /^\s*[:,]\s*\w+\s*[({]|^[^;=?]*\)\s*:\s*\w+\s*[({]/.test(text) ||
    (/\+\+|--/.test(text) && /[^=!<>]=(?!=)/.test(text)) ||
    (declared !== null && data !== null && data !== declared)
  )
}

function isBalanced(text: string): boolean {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|\/\/.*/g, '')
  return [...'([{'].every((open, kind) => plain.split(open).length === plain.split(')]}'[kind]!).length)
}

/** The loop over elements by reference; null where another statement copies. */
function referred(facts: CauseFacts): string | null {
  const text = wastedSide(facts).text ?? ''
  const byReference = text.replace(/(\bfor\s*\(\s*)(?:const\s+)?([\w:<>, ]+?)\s+(\w+|\[[^\]]*\])\s*:(?!:)/, '$1const $2 &$3 :')
  return byReference === text ? null : [`- ${text}`, `+ ${byReference}`].join('\n')
}

function local(language: Language, name: string, value: string): string {
  if (language === 'fortran') return `${name} = ${value}`
  if (language === 'rust') return `let ${name} = ${value};`
  return language === 'c++' ? `const auto ${name} = ${value};` : `const TYPE ${name} = ${value};`
}

function accumulator(facts: CauseFacts, language: Language): string {
  const place = facts.element ?? 'PLACE'
  const { text, loopVariables } = wastedSide(facts)
  const value = assignedTo(text ?? '', place, language)
  // After the loop, its variable has another value.
  if (value !== null && /^[A-Za-z_]\w*$/.test(value) && !loopVariables.includes(value) && !/\bif\b/i.test(text!)) return storedAfterLoop(place, value, language)
  const [name, step] = value === null ? ['total', language === 'fortran' ? 'total = total + ...' : 'total += ...'] : ['last', 'last = ...']
  if (language === 'fortran') return `${name} = ${place}\ndo i = 1, n\n  ${step}\nend do\n${place} = ${name}`
  if (language === 'rust') return `let mut ${name} = ${place};\nfor ... {\n    ${step};\n}\n${place} = ${name};`
  return `${language === 'c++' ? 'auto' : 'TYPE'} ${name} = ${place};\nfor (...)\n  ${step};\n${place} = ${name};`
}

/** A local variable holds the value already. */
function storedAfterLoop(place: string, name: string, language: Language): string {
  const store = `${place} = ${name}`
  if (language === 'fortran') return `do i = 1, n\n  ... ! without ${store}\nend do\n${store}`
  return language === 'rust' ? `for ... {\n    // without ${store}\n}\n${store};` : `for (...)\n  ... // without ${store}\n${store};`
}

function keptUntilChanged(data: string, language: Language): string {
  const change = `kept = ${data}`
  if (language === 'fortran') return `${change}\ndo i = 1, n\n  ... ! kept instead of ${data}\n  if (CHANGED) ${change}\nend do`
  if (language === 'rust') return `let mut ${change};\nfor ... {\n    // kept instead of ${data}\n    if CHANGED {\n        ${change};\n    }\n}`
  return `${language === 'c++' ? 'auto' : 'TYPE'} ${change};\nfor (...) {\n  ... // kept instead of ${data}\n  if (CHANGED)\n    ${change};\n}`
}

/** No rule says that the next iteration loads the same element. */
function keptUnlessIndexed(facts: CauseFacts, language: Language): string | null {
  // What a library function reads, a local variable cannot hold.
  if (wastedSide(facts).through !== null) return null
  // An array expression of Fortran names no element.
  if (language === 'fortran' && !/[(%]/.test(facts.element ?? '')) return null
  return facts.element !== null && /[[(]/.test(facts.element) ? null : beforeLoop(facts, language)
}

function beforeLoop(facts: CauseFacts, language: Language): string | null {
  const { element: data } = facts
  // Names of the called function are not visible outside of it.
  if (data === null || (facts.class === 'loop-invariant-load' && wastedSide(facts).loopHolder !== null)) return null
  if (callsMember(facts, data)) return null
  if (indexesContainer(facts, data)) return `const auto* kept = ${data}.data();\nfor (...)\n  ... // kept[i] instead of ${data}[i]`
  if (facts.rarelyChanges === true) return keptUntilChanged(data, language)
  const kept = local(language, 'kept', data)
  if (facts.class === 'aliased-reload') return `${kept}\n${comment(language, `... use kept instead of ${data}`)}`
  if (language === 'fortran') return `${kept}\ndo i = 1, n\n  ... ! kept instead of ${data}\nend do`
  return language === 'rust' ? `${kept}\nfor ... {\n    // kept instead of ${data}\n}` : `${kept}\nfor (...)\n  ... // kept instead of ${data}`
}

/** "queue.size()" loads a member of the queue: a local variable would copy all of it. */
function callsMember(facts: CauseFacts, data: string): boolean {
  const text = wastedSide(facts).text ?? ''
  const at = text.indexOf(data)
  return at >= 0 && /^(?:\.|->)\w+\s*\(/.test(text.slice(at + data.length))
}

/** A local variable would copy the whole container, whose elements a member of it points to. */
function indexesContainer(facts: CauseFacts, data: string): boolean {
  const { through, text } = wastedSide(facts)
  return (
    facts.language === 'c++' &&
    /^std::(?:vector|array|(?:__cxx11::)?basic_string|string)::operator\[\]/.test(through ?? '') &&
    (text ?? '').includes(`${data}[`)
  )
}

function skipped(facts: CauseFacts, language: Language): string | null {
  const { element: data, tolerance } = facts
  // Without a rule and without a name, it would say nothing of this place.
  if (data === null && facts.class === 'unchanged-store') return null
  // What a library function stores for itself is no value of its caller's.
  if (isOwnWork(wastedSide(facts))) return null
  const place = data ?? 'PLACE'
  if (facts.setsAgain === true) return testedFirst(facts, language)
  // The test must come before the computation.
  if (facts.storesBack === 'result') return null
  if (tolerance !== null) return nearlySkipped(place, tolerance, language)
  if (language === 'fortran') return `if (value /= ${place}) then\n  ${place} = value ! and all that follows from it\nend if`
  return language === 'rust'
    ? `if value != ${place} {\n    ${place} = value; // and all that follows from it\n}`
    : `if (value != ${place}) {\n  ${place} = value; // and all that follows from it\n}`
}

function testedFirst(facts: CauseFacts, language: Language): string {
  const place = facts.element ?? 'PLACE'
  const value = assignedTo(wastedSide(facts).text ?? '', place, language) ?? 'VALUE'
  if (language === 'fortran') return `if (${place} /= ${value}) ${place} = ${value}`
  return language === 'rust' ? `if ${place} != ${value} {\n    ${place} = ${value};\n}` : `if (${place} != ${value})\n  ${place} = ${value};`
}

/** Values were compared within a tolerance, so an exact comparison would find hardly any of them equal. */
function nearlySkipped(place: string, tolerance: number, language: Language): string {
  const limit = Number(tolerance.toPrecision(3))
  const store = `${place} = value`
  if (language === 'fortran')
    return `if (abs(value - ${place}) > ${limit} * abs(${place})) then ! as exact as the result must be\n  ${store} ! and all that follows from it\nend if`
  if (language === 'rust')
    return `if (value - ${place}).abs() > ${limit} * ${place}.abs() { // as exact as the result must be\n    ${store}; // and all that follows from it\n}`
  const abs = language === 'c++' ? 'std::abs' : 'fabs'
  return `if (${abs}(value - ${place}) > ${limit} * ${abs}(${place})) { // as exact as the result must be\n  ${store}; // and all that follows from it\n}`
}

function zerosSkipped(facts: CauseFacts, language: Language): string | null {
  if (facts.relation === 'REDUNDANT_WITH' && facts.tool === 'silent-stores' && facts.zeroInput !== true) return skipped(facts, language)
  const place = facts.zeroInput === true || facts.element === null ? 'VALUE' : facts.element
  if (language === 'fortran') return `if (${place} /= 0) then\n  ... ! the work with ${place}\nend if`
  return language === 'rust' ? `if ${place} != 0.0 {\n    // the work with ${place}\n}` : `if (${place} != 0) {\n  ... // the work with ${place}\n}`
}

/** The line that computes what another line has stored is removed. */
function usedOrRemembered(facts: CauseFacts, language: Language): string | null {
  return facts.samePlace ? remembered(facts, language) : removal(facts, language, null)
}

function remembered({ element: data }: CauseFacts, language: Language): string {
  const place = data ?? 'result'
  if (language === 'fortran') return `if (input /= last_input) then\n  ${place} = compute(input)\n  last_input = input\nend if`
  return language === 'rust'
    ? `if input != last_input {\n    ${place} = compute(input);\n    last_input = input;\n}`
    : `if (input != last_input) {\n  ${place} = compute(input);\n  last_input = input;\n}`
}

function copiedOrShared(facts: CauseFacts, language: Language): string | null {
  const { text, through } = wastedSide(facts)
  if (through === null) return null
  const isC = language === 'c' || language === 'c++'
  const copy = isC && facts.tool === 'silent-stores' ? callOf(text ?? '', through) : null
  if (copy !== null) return `if (CHANGED) { // set where the source is written\n  ${copy};\n  CHANGED = ${language === 'c' ? '0' : 'false'};\n}`
  if (language === 'rust') return 'fn use_it(item: &Item) { ... } // borrow instead of clone()'
  if (language === 'c++') return 'void use(const Item &item); // by reference instead of by value'
  return language === 'c' ? 'void use(const struct item *item); /* by pointer instead of a copy */' : null
}

function searched(_: CauseFacts, language: Language): string | null {
  if (language === 'c') return 'qsort(items, n, sizeof *items, compare);          // once\nfound = bsearch(&key, items, n, sizeof *items, compare);'
  if (language === 'c++') return 'std::unordered_map<Key, Item *> index; // filled once\nauto found = index.find(key);'
  return language === 'rust' ? 'let index: HashMap<Key, usize> = ...; // filled once\nlet found = index.get(&key);' : null
}

function shorterChain(facts: CauseFacts, language: Language): string | null {
  if (climbs(facts)) return null
  if (facts.chain === 'best') return fewerSteps(language)
  if (facts.chain === 'sorted') return language === 'c++' ? 'auto first = std::lower_bound(keys.begin(), keys.end(), key); // of a sorted std::vector' : null
  if (facts.chain === 'tree') return 'std::unordered_map<Key, Value> entries; // where the order of the keys is not needed'
  if (facts.chain === 'slots')
    return language === 'c' || language === 'c++' ? 'if (count > slots / 2) // half of the slots stay empty\n  rehash(2 * slots);' : null
  if (language === 'c') return '// a chain of a hash table:\nif (table->count > table->buckets)\n  rehash(table, 2 * table->buckets);'
  if (language === 'c++') return 'table.reserve(expected); // fewer elements per bucket'
  return language === 'rust' ? 'let mut table = HashMap::with_capacity(expected);' : null
}

function fewerSteps(language: Language): string | null {
  if (language === 'fortran') return null
  return language === 'rust'
    ? 'for _ in 0..MOST_STEPS {\n    if PART[element] == PART_OF_A_BETTER_ONE {\n        // look closer\n    }\n    element = next[element];\n}'
    : 'for (steps = 0; element != END && steps < MOST_STEPS; steps++) {\n  if (PART(element) == PART_OF_A_BETTER_ONE)\n    ... // look closer\n  element = next[element];\n}'
}

function carried(_: CauseFacts, language: Language): string {
  if (language === 'fortran')
    return 'left = a(1); middle = a(2)\ndo i = 2, n - 1\n  right = a(i + 1)\n  ... ! left, middle, right\n  left = middle; middle = right\nend do'
  if (language === 'rust') return 'for window in a.windows(3) {\n    let [left, middle, right] = window else { continue };\n}'
  return 'TYPE left = a[0], middle = a[1];\nfor (i = 1; i < n - 1; i++) {\n  TYPE right = a[i + 1];\n  ... // left, middle, right\n  left = middle; middle = right;\n}'
}

function exchanged(_: CauseFacts, language: Language): string {
  if (language === 'fortran') return 'do j = 1, n\n  do i = 1, m ! the first subscript innermost\n    ... a(i, j)\n  end do\nend do'
  return language === 'rust'
    ? 'for i in 0..n {\n    for j in 0..m { // the last subscript innermost\n        ... a[i][j]\n    }\n}'
    : 'for (i = 0; i < n; i++)\n  for (j = 0; j < m; j++) // the last subscript innermost\n    ... a[i][j]'
}

function tiled(_: CauseFacts, language: Language): string {
  if (language === 'fortran') return 'do jj = 1, n, block\n  do i = 1, m\n    do j = jj, min(jj + block - 1, n)\n      ...\n    end do\n  end do\nend do'
  return language === 'rust'
    ? 'for block in data.chunks_mut(BLOCK) {\n    first(block);\n    second(block);\n}'
    : 'for (jj = 0; jj < n; jj += BLOCK)\n  for (i = 0; i < m; i++)\n    for (j = jj; j < min(jj + BLOCK, n); j++)\n      ...'
}

function merged({ byPointers }: CauseFacts, language: Language): string | null {
  if (byPointers === true) return null
  if (language === 'fortran') return 'do i = 1, n\n  ... ! the work of both loops on a(i)\nend do'
  return language === 'rust'
    ? 'for item in &items {\n    // the work of both loops\n}'
    : 'for (i = 0; i < n; i++) {\n  ... // the work of both loops on a[i]\n}'
}

function padded(_: CauseFacts, language: Language): string {
  if (language === 'c') return 'struct counter { _Alignas(64) long value; }; /* one cache line each */'
  if (language === 'c++') return 'struct alignas(64) Counter { long value; }; // one cache line each'
  return language === 'rust'
    ? '#[repr(align(64))]\nstruct Counter(u64); // one cache line each'
    : 'integer(8) :: counter(8, threads) ! use counter(1, thread): one cache line each'
}

function copiedPerThread({ data }: CauseFacts, language: Language): string {
  const shared = data ?? 'SHARED'
  if (language === 'fortran') return '!$omp parallel do reduction(+:total)\ndo i = 1, n\n  total = total + ... ! each thread has its own\nend do'
  if (language === 'rust')
    return `let mut own = 0; // one per thread\nfor ... {\n    own += ...;\n}\n${shared}.fetch_add(own, Ordering::Relaxed); // once per thread`
  return `TYPE own = 0; // one per thread\nfor (...)\n  own += ...;\n${shared} += own; // once per thread: atomic, or under a lock`
}

function compilerCall(language: Language | null): string {
  if (language === 'rust') return 'cargo build --release'
  return `${language === 'fortran' ? 'gfortran' : language === 'c++' ? 'g++' : 'gcc'} -O2 -g ...`
}
