import { expect, test } from 'vitest'
import { fittingNames, withFittingNames } from './fitting_names.ts'

const assign = (element: string, from: string): string =>
  `void algebra::DenseVector<${element}, std::allocator<${element}> >::assign<algebra::${from}<${element}> >(algebra::${from}<${element}> const&)`

test.each<[string, string[], string[]]>([
  ['a template argument', [assign('double', 'Sum'), assign('float', 'Sum')], ['algebra::DenseVector::assign [double]', 'algebra::DenseVector::assign [float]']],
  [
    'as many as are needed',
    [assign('double', 'Sum'), assign('double', 'Product'), assign('float', 'Sum')],
    ['algebra::DenseVector::assign [double, Sum]', 'algebra::DenseVector::assign [double, Product]', 'algebra::DenseVector::assign [float]'],
  ],
  [
    'a leading namespace',
    ['first_namespace_of::Solver::step_forward', 'other_namespace_of::Solver::step_forward'],
    ['…Solver::step_forward [first_namespace_of]', '…Solver::step_forward [other_namespace_of]'],
  ],
  [
    'a parameter more',
    ['reader::read_everything(std::string const&)', 'reader::read_everything(std::string const&, int)'],
    ['reader::read_everything', 'reader::read_everything [int]'],
  ],
  [
    'another kind of reference',
    ['reader::read_everything_into(int&)', 'reader::read_everything_into(int&&)'],
    ['reader::read_everything_into', 'reader::read_everything_into [&]'],
  ],
  [
    'one function twice',
    ['a_function_of_the_program(unsigned)', 'a_function_of_the_program(unsigned)'],
    ['a_function_of_the_program', 'a_function_of_the_program'],
  ],
  ['others', ['main', assign('float', 'Sum')], ['main', 'algebra::DenseVector::assign']],
])('tells names apart that would look equal: %s', (_, names, short) => expect(fittingNames(names, 30)).toEqual(short))

test('the names in a sentence are shortened, unless they would look equal', () => {
  expect(withFittingNames('algebra::detail::DenseVector::operator=() overwrites what algebra::detail::DenseVector::clear() wrote', 22)).toBe(
    '…DenseVector::operator=() overwrites what …DenseVector::clear() wrote',
  )
  expect(withFittingNames('first::detail::Vector::assign() repeats second::detail::Vector::assign()', 18)).toBe(
    'first::detail::Vector::assign() repeats second::detail::Vector::assign()',
  )
  expect(withFittingNames('fill() writes at a.c:12 twice: see docs', 3)).toBe('fill() writes at a.c:12 twice: see docs')
})
