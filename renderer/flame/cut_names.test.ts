import { expect, test } from 'vitest'
import { cutNames } from './cut_names.ts'

const assign = (element: string): string => `algebra::DenseVector<${element}, std::allocator<${element}> >::assign(${element} const*)`
const cut = (boxes: Array<[name: string, letters: number]>): string[] => cutNames(boxes.map(([name, letters]) => ({ name, letters })))

test('boxes whose names would look equal say what tells them apart, where it has room', () => {
  expect(
    cut([
      [assign('double'), 30],
      [assign('float'), 30],
      ['main', 40],
    ]),
  ).toEqual(['…DenseVector::assign [double]', '…DenseVector::assign [float]', 'main'])
  expect(
    cut([
      [assign('double'), 12],
      [assign('float'), 12],
    ]),
  ).toEqual(['…assign', 'ass… [float]'])
})

test('the same function in two boxes, and a name that is cut alone, stay as they are', () => {
  expect(
    cut([
      [assign('double'), 32],
      [assign('double'), 32],
    ]),
  ).toEqual(['algebra::DenseVector::assign', 'algebra::DenseVector::assign'])
  expect(cut([['compress_the_whole_block', 10]])).toEqual(['compress_…'])
})

test('a wide box shortens a name as a tree does, and says the same that tells it apart', () => {
  expect(
    cut([
      [assign('double'), 200],
      [assign('float'), 30],
    ]),
  ).toEqual(['algebra::DenseVector::assign [double]', '…DenseVector::assign [float]'])
  expect(
    cut([
      ['void repeat<double>(int)', 24],
      ['void repeat<float>(int)', 20],
      ['void repeat<long>(int)', 12],
      ['void repeat<int>(int)', 6],
    ]),
  ).toEqual(['void repeat<double>(int)', 'repeat [float]', 'repe… [long]', 'repeat'])
  expect(cut([['short<int>::name()', 200]])).toEqual(['short<int>::name()'])
})

test('a name that ends in a place keeps it', () => {
  expect(
    cut([
      ['libbz2.so.1.0+0x3080', 9],
      ['parallel region at omp.c:3', 12],
    ]),
  ).toEqual(['…0+0x3080', '… at omp.c:3'])
})
