/** Faults in findings: what belongs together, whose fault it is, what it costs, and what it is called. */
import type { Fault } from './fault.ts'

const findings: Fault['test'] = { vitest: ['electron/report/findings/findings.test.ts'] }

const leftOut: Fault['test'] = { vitest: ['electron/report/findings/left_out.test.ts'] }

const waiting: Fault['test'] = { vitest: ['shared/advice/code/waiting_loop.test.ts', 'electron/analysis/waiting', 'electron/report/findings/waits.test.ts'] }

export const findingFaults: Fault[] = [
  {
    name: 'finding-directions', means: 'pairs of the same two places are two findings, one for each direction',
    file: 'shared/findings/group_pairs.ts', find: 'Math.min(a, b), Math.max(a, b) * FAMILIES', replace: 'a, b * FAMILIES', test: findings,
  },
  {
    name: 'finding-tools', means: 'a dead store that is silent, too, is two findings',
    file: 'shared/findings/group_pairs.ts', find: "'silent-stores': 0", replace: "'silent-stores': 6", test: findings,
  },
  {
    name: 'finding-clones', means: 'each clone that the compiler makes of a function is a finding of its own',
    file: 'shared/findings/charged_places.ts', find: 'const short = shortFunctionName(name)', replace: 'const short = name', test: findings,
  },
  {
    name: 'finding-sharing', means: 'a few samples in shared lines make all of a loop wait for other threads',
    file: 'shared/findings/waste_cost.ts', find: "if (tool === 'false-sharing' && contextTotals.length === 0)", replace: "if (false)", test: findings,
  },
  {
    name: 'finding-start-up', means: 'what the dynamic linker wastes is a finding',
    file: 'shared/findings/group_pairs.ts', find: "'waiting' : 'loader-and-startup'", replace: "'waiting' : null", test: leftOut,
  },
  {
    name: 'finding-call-work', means: 'saved registers and return addresses are findings',
    file: 'shared/findings/group_pairs.ts', find: "(callWork[nodes.instruction[node]!] === 1 || stub[functionIndex] === 1)", replace: 'stub[functionIndex] === 1', test: leftOut,
  },
  {
    name: 'finding-atomic', means: 'atomic updates, which other threads wait for, are findings',
    file: 'shared/findings/group_pairs.ts', find: 'const ATOMIC = /^lock\\b|^xchg\\b.*\\[/', replace: 'const ATOMIC = /^$/', test: leftOut,
  },
  {
    name: 'finding-allocator', means: "what malloc does inside is the program's fault",
    file: 'shared/findings/group_pairs.ts', find: "if (allocates[functionIndex] === 1) return 'allocator'", replace: '', test: leftOut,
  },
  {
    name: 'finding-waiting', means: 'a thread that waits for a lock wastes loads',
    file: 'shared/findings/group_pairs.ts', find: "if (waits[functionIndex] === 1) return 'waiting'", replace: '', test: leftOut,
  },
  {
    name: 'finding-charge', means: 'work of a library is charged to nobody, not to the innermost caller with source',
    file: 'shared/findings/charged_places.ts', find: '(rowKind === LINE || isFunctionRow(rowKind)) && hasLine', replace: 'rowKind === LINE && hasLine', test: findings,
  },
  {
    name: 'finding-order', means: 'the finding with the most bytes comes first, not the one with the most time at stake',
    file: 'electron/report/findings/findings.ts', find: "(b.cost.interval?.[0] ?? rank(b)) - (a.cost.interval?.[0] ?? rank(a)) || rank(b) - rank(a) || b.share - a.share", replace: 'b.share - a.share', test: findings,
  },
  {
    name: 'finding-order-chance', means: 'a few observations lead the list',
    file: 'electron/report/findings/findings.ts', find: "(b.cost.interval?.[0] ?? rank(b)) - (a.cost.interval?.[0] ?? rank(a)) || rank(b) - rank(a)", replace: 'rank(b) - rank(a)', test: findings,
  },
  {
    name: 'finding-bound', means: 'all the time around an access counts as at stake, whatever share of the accesses is wasted',
    file: 'shared/findings/waste_cost.ts', find: 'share: ofUnits * wasted, ofUnits', replace: 'share: ofUnits, ofUnits', test: findings,
  },
  {
    name: 'finding-bound-accesses', means: 'the bound is that of the whole loop where the loop goes on without the accesses',
    file: 'electron/report/findings/findings.ts', find: 'share: cost.share * part.share', replace: 'share: cost.share!', test: findings,
  },
  {
    name: 'finding-match', means: 'an edit above a known cause, in its function, fails a build',
    file: 'shared/findings/compare_findings.ts', find: "(finding: Finding) => `${finding.class} ${finding.data ?? ''} ${functionsOf(finding)}`, functionsOf]", replace: ']', test: { vitest: ['electron/check/check.test.ts'] },
  },
  {
    name: 'finding-id', means: 'a function that moved within its file is another cause',
    file: 'electron/report/findings/describe_finding.ts', find: 'line - declared.line : null', replace: 'line : null', test: findings,
  },
  {
    name: 'finding-same-names', means: 'places in two files of one name cannot be told apart',
    file: 'shared/names/short_paths.ts', find: '${shortPath(paths, path)}${line', replace: '${shortPath([], path)}${line', test: { vitest: ['electron/report/same_names.test.ts'] },
  },
  {
    name: 'data-name-outside', means: 'what lies before or behind a structure is called by its members',
    file: 'electron/analysis/symbols/accessed_data.ts', find: '    if (stride === 0) return []\n', replace: '', test: { vitest: ['electron/analysis/symbols/accessed_data.test.ts'] },
  },
  {
    name: 'data-name-paths', means: 'data has the name that is right on one of several paths to the access',
    file: 'electron/analysis/symbols/accessed_data.ts', find: 'values.length === 0 || values.includes(null)', replace: 'values.length === 0', test: { vitest: ['electron/analysis/symbols/accessed_data.test.ts'] },
  },
  {
    name: 'data-name-contradicted', means: 'debug information gives data a name that is not on the line',
    file: 'electron/report/findings/data_names.ts', find: 'identifiersOf(plain(name)).every((word) => words.has(word))', replace: 'true', test: { vitest: ['electron/report/findings/data_names.test.ts'] },
  },
  {
    name: 'measurement-quality', means: 'one good reason hides what makes a measurement poor',
    file: 'shared/quality.ts', find: 'levels.findLast(', replace: 'levels.find(', test: { vitest: ['shared/quality.test.ts'] },
  },
  {
    name: 'report-limit', means: 'a report that leaves pairs out says nothing of it',
    file: 'electron/report/left_out_rows.ts', find: 'count > top)', replace: 'count > top + 5)', test: { vitest: ['electron/report/text/report_text.test.ts'] },
  },
  {
    name: 'finding-list-links', means: 'links of lists, which must be right between two changes, are findings',
    file: 'electron/report/findings/cause.ts', find: "|| LINK.test(data ?? '')", replace: '', test: findings,
  },
  {
    name: 'finding-traversals-first', means: 'traversals, which most programs need, lead the list',
    file: 'electron/report/findings/order_findings.ts', find: 'STANDINGS.indexOf(standing)', replace: '0', test: { vitest: ['electron/report/findings/order_findings.test.ts'] },
  },
  {
    name: 'finding-search-in-while', means: 'what a loop of while goes to next is not known',
    file: 'electron/report/findings/cause.ts', find: '[...setVariablesOf(head), ...goesOn]', replace: 'setVariablesOf(head)', test: findings,
  },
  {
    name: 'finding-many-small', means: 'small findings of one function and class are left out one by one',
    file: 'electron/report/findings/gather_alike.ts', find: 'others.length === 0 ||', replace: 'others.length >= 0 ||', test: findings,
  },
  {
    name: 'finding-kernel-reads', means: 'a function that has the kernel read memory is not known',
    file: 'electron/report/findings/kernel_reader.ts', find: "mnemonic === 'call' && note", replace: "mnemonic === 'jmp' && note", test: { vitest: ['electron/report/findings/kernel_reader.test.ts'] },
  },
  {
    name: 'advice-text-end', means: 'a walk to the end of a text counts as a search',
    file: 'shared/advice/rules/searches.ts', find: '(test.ofEnd && !chased && !probes)', replace: 'false', test: { vitest: ['shared/advice/rules/loads.test.ts'] },
  },
  {
    name: 'advice-counted-argument', means: 'an argument that the loop counts seems to stay the same',
    file: 'shared/advice/code/definitions.ts', find: 'some((register) => wanted.has(register))))', replace: 'some(() => false)))', test: { vitest: ['shared/advice/rules/repeated_calls.test.ts'] },
  },
  {
    name: 'advice-doubled-growth', means: 'a container that doubles its size counts as one that grows by one element',
    file: 'shared/advice/rules/containers.ts', find: 'if (size.some(multiplies))', replace: 'if (false)', test: { vitest: ['shared/advice/rules/containers.test.ts'] },
  },
  {
    name: 'advice-kept-registers', means: 'optimized code with a frame pointer counts as not optimized',
    file: 'shared/advice/rules/unoptimised.ts', find: 'if (savesRegisters(flow)) return false', replace: '', test: { vitest: ['shared/advice/rules/stores.test.ts'] },
  },
  {
    name: 'finding-pair', means: 'the panes show another line than the finding names',
    file: 'renderer/findings/finding_pair.ts', find: 'contexts.find(holds) ?? ', replace: '', test: { vitest: ['renderer/findings/finding_pair.test.ts'] },
  },
  {
    name: 'finding-machine-code', means: 'sentences of machine code stand among what the source shows',
    file: 'shared/findings/evidence.ts', find: '!INSTRUCTION.test(sentence)', replace: 'true', test: { vitest: ['shared/findings/evidence.test.ts'] },
  },
  {
    name: 'advice-needed-again', means: 'a product with another vector each time counts as a pass that could be kept',
    file: 'shared/advice/rules/needed_again.ts', find: 'unchanged < MOSTLY_NEW', replace: 'unchanged < 0', test: { vitest: ['shared/advice/rules/needed_again.test.ts'] },
  },
  {
    name: 'advice-covers-twice', means: 'a library that covers a short block by two overlapping stores writes one in vain',
    file: 'shared/advice/rules/required.ts', find: ' ?? coversTwice(facts)', replace: '', test: { vitest: ['shared/advice/rules/required.test.ts'] },
  },
  {
    name: 'advice-growth-by-factor', means: 'containers that double their capacity surely should reserve the final size',
    file: 'shared/advice/rules/containers.ts', find: 'if (inLibrary) return', replace: 'if (false) return', test: { vitest: ['shared/advice/rules/containers.test.ts'] },
  },
  {
    name: 'advice-invariant-stored', means: 'what the loop itself stores surely does not change in it',
    file: 'shared/advice/rules/loads.ts', find: 'isStoredIn(target) || !mostlyRepeats(facts)', replace: 'false', test: { vitest: ['shared/advice/rules/loads.test.ts'] },
  },
  {
    name: 'advice-lookup-walks', means: 'a member that both calls of one function read is an entry that both look up',
    file: 'shared/advice/rules/repeated_calls.ts', find: '(twice && walks(target))', replace: 'twice', test: { vitest: ['shared/advice/rules/repeated_calls.test.ts'] },
  },
  {
    name: 'finding-within-call', means: 'what one call of a library function loads twice is the fault of its caller',
    file: 'shared/findings/group_pairs.ts', find: 'isWithinCall(pair, node) || ', replace: '', test: leftOut,
  },
  {
    name: 'finding-now-and-then', means: 'what repeats now and then leads the list',
    file: 'electron/report/findings/cause.ts', find: " || (sureness === 'possible' && !isMeasured && isHalf(name, facts))", replace: '', test: findings,
  },
  {
    name: 'finding-chance', means: 'values that came near the old ones by chance are a finding',
    file: 'electron/report/findings/cause.ts', find: "isChance && WITHOUT_CAUSE.has(name) && observations >= ENOUGH_OBSERVATIONS ? 'chance' : ", replace: '', test: findings,
  },
  {
    name: 'finding-near-sketch', means: 'values that agreed within 1 % are to be compared exactly',
    file: 'shared/findings/wording/sketches.ts', find: 'if (tolerance !== null) return nearlySkipped', replace: 'if (false) return nearlySkipped', test: { vitest: ['shared/findings/wording/sketches.test.ts'] },
  },
  {
    name: 'export-json-all', means: 'exported JSON has every pair, gigabytes of a large profile',
    file: 'electron/export/write_export.ts', find: 'chosenPairs(profile, options, MOST_PAIRS_OF_JSON)', replace: 'chosenPairs(profile, options)', test: { vitest: ['electron/export/export.test.ts'] },
  },
  {
    name: 'waiting-relation', means: 'loads of waiting code are waste and use',
    file: 'electron/analysis/waiting/mark_waiting.ts', find: 'pairs.relation[pair] = waiting', replace: 'void waiting', test: waiting,
  },
  {
    name: 'waiting-rounds', means: 'a loop that pauses now and then waits, whatever it does besides',
    file: 'shared/advice/code/waiting_loop.ts', find: ' || hasRoundWithoutPause(flow, loop)', replace: '', test: waiting,
  },
  {
    name: 'waiting-callbacks', means: 'functions of the program that a waiting library calls wait, too',
    file: 'electron/analysis/waiting/waiting_rows.ts', find: 'above === IN_FUNCTION ? isOwn[index] === 0', replace: 'above === IN_FUNCTION ? true', test: waiting,
  },
  {
    name: 'waiting-imbalance', means: 'work that is uneven by chance is named as the reason of a wait',
    file: 'shared/findings/waits/wait_words.ts', find: 'return certain && maxToMean', replace: 'return maxToMean', test: waiting,
  },
]
