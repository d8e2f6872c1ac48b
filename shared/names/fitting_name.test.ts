import { expect, test } from 'vitest'
import { fittingName } from './fitting_name.ts'

test.each([
  ['main', 'main'],
  ['State::SpellcheckNode(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)', 'State::SpellcheckNode'],
  ['std::vector<Edge*, std::allocator<Edge*> >::push_back(Edge* const&)', 'std::vector::push_back'],
  ['alpha::beta::gamma::delta::epsilon::zeta::eta(int)', '…delta::epsilon::zeta::eta'],
  ['(several tail calls possible)', '(several tail calls possible)'],
  ['a_name_that_is_longer_than_all_that_fits(int)', 'a_name_that_is_longer_than_all_that_fits'],
])('%s', (name, short) => expect(fittingName(name, 28)).toBe(short))
