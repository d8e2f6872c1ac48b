import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { addressesOf, isMissing, Workspace } from './toolchain.testing.ts'

const addon = loadSymbolsAddon()
const workspace = new Workspace()
afterAll(() => workspace.remove())

describe('demangle', () => {
  it.each([
    // No mangled names.
    ['main', 'main'],
    ['', ''],
    ['_ZN', '_ZN'],
    ['_R', '_R'],
    ['_RNv', '_RNv'],
    // C++.
    ['_ZN4shop3BoxINS_4ItemEE3addERKS1_', 'shop::Box<shop::Item>::add(shop::Item const&)'],
    ['_ZZ4workiENKUliE_clEi', 'work(int)::{lambda(int)#1}::operator()(int) const'],
    ['_Z4worki.constprop.0', 'work(int) [clone .constprop.0]'],
    ['_Z4worki.isra.0.cold', 'work(int) [clone .isra.0] [clone .cold]'],
    // Stubs of the procedure linkage table.
    ['_Znwm@plt', 'operator new(unsigned long)@plt'],
    ['strlen@plt', 'strlen@plt'],
    // Parts of coroutines, of GCC and Clang.
    ['_Z7producePZ7producelE17_Z7producel.Frame.actor', 'produce(long) [resume]'],
    ['_ZN2ns1S6memberEPZNS0_6memberEiE23_ZN2ns1S6memberEi.Frame.actor.cold', 'ns::S::member(int) [resume] [clone .cold]'],
    ['_ZN2ns8tproduceEPZNS_8tproduceIiEE3genT_E31_ZN2ns8tproduceIiEE3genT_.Frame.destroy', 'gen ns::tproduce<int>(int) [destroy]'],
    ['_ZZ3runiENUllE3_clEPZZ3runiENKS_clElE27_ZZ3runiENKUllE3_clEl.Frame.actor', 'run(int)::{lambda(long)#5}::operator()(long) const [resume]'],
    ['_Z7producel.resume', 'produce(long) [resume]'],
    ['_Z7producel.cleanup', 'produce(long) [cleanup]'],
    ['_Z7producel.resume.cold', 'produce(long) [resume] [clone .cold]'],
    ['_Z7producel.resumed', 'produce(long) [clone .resumed]'],
    // Fortran modules; a submodule is joined by a dot.
    ['__shapes_MOD_scale', 'shapes::scale'],
    ['__shapes.details_MOD_scale', 'shapes::details::scale'],
    ['__shapes_MOD_scale.constprop.0', 'shapes::scale [clone .constprop.0]'],
    ['__shapes_MOD_', '__shapes_MOD_'],
    ['__MOD_scale', '__MOD_scale'],
    // Rust, legacy scheme.
    ['_ZN4cart4shop4Cart4fill17h0123456789abcdefE', 'cart::shop::Cart::fill'],
    ['_ZN53_$LT$cart..shop..Cart$u20$as$u20$cart..shop..Area$GT$4area17h0123456789abcdefE', '<cart::shop::Cart as cart::shop::Area>::area'],
    ['_ZN4cart4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE', 'cart::main::{{closure}}'],
    ['_ZN4cart4main17h0123456789abcdefE.llvm.42', 'cart::main'],
    // Without the hash it is C++.
    ['_ZN4cart4mainE', 'cart::main'],
    ['_ZN4cart4main17h0123456789abcdegE', 'cart::main::h0123456789abcdeg'],
    // Rust v0: examples of RFC 2603 and of each production.
    ['_RNvCs1234_7mycrate3foo', 'mycrate::foo'],
    ['_RNvC6_123foo3bar', '123foo::bar'],
    ['_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y', 'utf8_idents::საჭმელად_გემრიელი_სადილი'],
    ['_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_', 'cc::spawn::{closure#0}::{closure#0}'],
    ['_RINvNtC3std3mem8align_ofjdE', 'std::mem::align_of::<usize, f64>'],
    ['_RINvC1a1fTEE', 'a::f::<()>'],
    ['_RINvC1a1fThEE', 'a::f::<(u8,)>'],
    ['_RINvC1a1fThcEE', 'a::f::<(u8, char)>'],
    ['_RINvC1a1fRShQAhj3_PuOeE', 'a::f::<&[u8], &mut [u8; 3], *const (), *mut str>'],
    ['_RINvC1a1fFUKCEuE', 'a::f::<unsafe extern "C" fn()>'],
    ['_RINvC1a1fFKu8system_vlEyE', '_RINvC1a1fFKu8system_vlEyE'],
    ['_RINvC1a1fFK8system_vlEyE', 'a::f::<extern "system-v" fn(i32) -> u64>'],
    ['_RINvC1a1fFG_RL0_hEuE', "a::f::<for<'a> fn(&'a u8)>"],
    ['_RINvC1a1fFG0_RL1_hRL0_hEuE', "a::f::<for<'a, 'b> fn(&'a u8, &'b u8)>"],
    [
      '_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std',
      'alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>',
    ],
    ['_RINvC1a1fDNtC1b1TNtC1b1UEL_E', 'a::f::<dyn b::T + b::U>'],
    ['_RMC0INtC8arrayvec8ArrayVechKj7b_E', '<arrayvec::ArrayVec<u8, 123>>'],
    ['_RINvC1a1fKi0_Kan80_Kb1_Kc76_Kca_Kc2202_KpE', "a::f::<0, -128, true, 'v', '\\n', '∂', _>"],
    ['_RINvC1a1fKo123456789abcdef01_E', 'a::f::<0x123456789abcdef01>'],
    ['_RNvXs5_NtC3std3vecINtB5_3VechENtNtC4core3fmt5Debug3fmt', '<std::vec::Vec<u8> as core::fmt::Debug>::fmt'],
    ['_RNvYNtC1a1SNtC1b1T1f', '<a::S as b::T>::f'],
    ['_RNSNvC1a1f6vtable', 'a::f::{shim:vtable#0}'],
    ['_RNvC1a1f.llvm.7', 'a::f'],
    ['_RNvC1a1f.cold', 'a::f [clone .cold]'],
  ])('%s → %s', (name, expected) => {
    expect(addon.demangle(name)).toBe(expected)
  })

  it('stops at names that refer to themselves or grow without bound', () => {
    // Each argument doubles the one before: 2^40 in all.
    const doubling = `_RINvC1a1fTuuE${Array.from({ length: 40 }, () => 'TB9_B9_E').join('')}E`
    for (const name of ['_RB_', `_RNvB0_1f`, `_R${'N'.repeat(10_000)}`, doubling, `_Z${'N'.repeat(100_000)}`, `_Z1f${'P'.repeat(200_000)}i`]) {
      expect(addon.demangle(name).length).toBeLessThan(300_000)
    }
    expect(addon.demangle('_RB_')).toBe('_RB_')
  })

  it('agrees with c++filt on all symbols of a Rust program', (context) => {
    if (isMissing('rustc') || isMissing('c++filt')) context.skip('rustc or c++filt is not installed')
    const program = workspace.path('cart')
    workspace.run('rustc', '-O', '-C', 'symbol-mangling-version=v0', join(import.meta.dirname, 'test_programs/cart.rs'), '-o', program)
    const names = [...addressesOf(workspace, program).keys()].filter((name) => name.startsWith('_R') && !/\.\d+$/.test(name))
    // The standard library of an older Rust has older names.
    expect(names.length).toBeGreaterThan(10)
    const reference = spawnSync('c++filt', { input: names.join('\n'), encoding: 'utf8' })
      .stdout.trimEnd()
      .split('\n')
    // c++filt prints the crates' hashes and the types of constants.
    const bare = reference.map((text) =>
      text.replaceAll(/\[[0-9a-f]{5,16}\](?!;)/g, '').replaceAll(/(?<=[<,;] ?-?(?:\d+|true|false)): (?:[iu](?:\d+|size)|bool)/g, ''),
    )
    expect(names.map((name) => addon.demangle(name))).toEqual(bare)
  })
})
