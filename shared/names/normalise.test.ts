import { describe, expect, it } from 'vitest'
import { normaliseFunctionName, normaliseSourcePath } from './normalise.ts'

describe('normaliseFunctionName', () => {
  it.each([
    // Nothing to take out.
    ['main', 'main'],
    ['std::vector<int, std::allocator<int> >::push_back(int const&)', 'std::vector<int, std::allocator<int> >::push_back(int const&)'],
    ['operator<', 'operator<'],
    ['shop::label[abi:cxx11](int)', 'shop::label[abi:cxx11](int)'],
    ['shapes::scale', 'shapes::scale'],
    ['memcpy@plt', 'memcpy@plt'],
    ['.cold', '.cold'],
    ['', ''],
    // Copies and parts, as in symbols and as demanglers write them.
    ['work.constprop.0', 'work'],
    ['work.isra.0', 'work'],
    ['work.part.0', 'work'],
    ['work.cold', 'work'],
    ['work.cold.12', 'work'],
    ['work.constprop.0.isra.0.cold', 'work'],
    ['main._omp_fn.0', 'main'],
    ['sum.lto_priv.3', 'sum'],
    ['inner.0', 'inner'],
    ['_Z4worki.constprop.1', '_Z4worki'],
    ['work(int) [clone .constprop.0]', 'work(int)'],
    ['work(int) [clone .isra.0] [clone .cold]', 'work(int)'],
    ['main [clone ._omp_fn.0]', 'main'],
    ['serde::de::parse.llvm.1234567890', 'serde::de::parse'],
    // Parts of coroutines.
    ['produce(long) [resume]', 'produce(long)'],
    ['produce(long) [resume] [clone .cold]', 'produce(long)'],
    // Functions that a linker folded: the key of a build without folding.
    ['clear_a = clear_b (one body)', 'clear_a'],
    ['A::operator=(A const&) = B::operator=(B const&) = 7 more (one body)', 'A::operator=(A const&)'],
    // Lambdas and other numbered things.
    ['work(int)::{lambda(int const&)#1}::operator()(int const&) const', 'work(int)::{lambda}::operator()(int const&) const'],
    ['work(int)::<lambda(const int&)>::operator()', 'work(int)::{lambda}::operator()'],
    ['apply<work(int)::{lambda(std::vector<int>, int (*)(int))#2}>(int)', 'apply<work(int)::{lambda}>(int)'],
    ['f()::{lambda({lambda()#1})#2}::operator()() const', 'f()::{lambda}::operator()() const'],
    ['{lambda(int', '{lambda(int'],
    ['run(int)::{lambda at shop.cpp:51}', 'run(int)::{lambda}::operator()'],
    ['run(int)::{lambda at shop.cpp:51} [resume]', 'run(int)::{lambda}::operator()'],
    ["work(int)::'lambda0'(int)::operator()(int) const", 'work(int)::{lambda}(int)::operator()(int) const'],
    ['work(int)::$_3::operator()(int) const', 'work(int)::{lambda}::operator()(int) const'],
    ['f()::{unnamed type#2}::run()', 'f()::{unnamed type}::run()'],
    ['cart::main::{{closure}}', 'cart::main::{closure}'],
    ['cart::main::{closure#3}', 'cart::main::{closure}'],
    // Rust's hashes.
    ['cart::main::h0123456789abcdef', 'cart::main'],
    ['cart[846817f741e54dfd]::main', 'cart::main'],
    ['cart::fill<[u8; 16]>', 'cart::fill<[u8; 16]>'],
  ])('%s → %s', (name, expected) => {
    expect(normaliseFunctionName(name)).toBe(expected)
    expect(normaliseFunctionName(expected)).toBe(expected)
  })
})

describe('normaliseSourcePath', () => {
  it.each([
    ['/home/ada/solver/src/main.c', ['/home/ada/solver'], 'src/main.c'],
    ['/home/ada/solver/src/main.c', ['/home/ada', '/home/ada/solver/'], 'src/main.c'],
    ['/home/ada/solver-2/src/main.c', ['/home/ada/solver'], '/home/ada/solver-2/src/main.c'],
    ['/home/ada/solver/build/../src/./main.c', ['/home/ada/solver'], 'src/main.c'],
    ['/src/main.c', ['/'], '/src/main.c'],
    ['./malloc/./malloc/malloc.c', [], 'malloc/malloc/malloc.c'],
    ['/build/hmmer-Xy12ab/hmmer-3.3.2+dfsg/src/p7_viterbi.c', [], 'src/p7_viterbi.c'],
    ['/build/reproducible-path/bzip2-1.0.8/compress.c', [], 'compress.c'],
    ['/usr/src/debug/bzip2-1.0.8-11.fc38.x86_64/compress.c', [], 'compress.c'],
    ['/rustc/59807616e1234567890123456789012345678901/library/core/src/slice/mod.rs', [], 'library/core/src/slice/mod.rs'],
    ['/home/ada/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde-1.0.200/src/de.rs', [], 'serde-1.0.200/src/de.rs'],
    ['/usr/include/c++/12/bits/stl_vector.h', [], '/usr/include/c++/12/bits/stl_vector.h'],
    ['/a/../../b.c', [], '/b.c'],
    ['../lib/b.c', [], '../lib/b.c'],
    ['/', [], '/'],
    ['', [], ''],
  ])('%s in %j → %s', (path, directories, expected) => {
    expect(normaliseSourcePath(path, directories)).toBe(expected)
  })
})
