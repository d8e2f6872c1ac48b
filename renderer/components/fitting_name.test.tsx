import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FittingName } from './FittingName.tsx'

afterEach(cleanup)

test.each([
  ['main', [null, 'main']],
  ['Minisat::Solver::propagate()', ['Minisat::Solver::', 'propagate()']],
  ['Minisat::lbool::lbool(int)', ['Minisat::lbool::', 'lbool(int)']],
  ['a::f(std::string)', ['a::', 'f(std::string)']],
  ['Minisat::vec<Minisat::Lit, int>::push(Minisat::Lit const&)', ['Minisat::vec::', 'push']],
  ['f(std::string)', [null, 'f(std::string)']],
  ['a::operator<<', [null, 'a::operator<<']],
  ['libbz2.so.1.0+0x3080', ['libbz2.so.1.0', '+0x3080']],
  ['libgomp.so.1+0x1d500 (waiting)', ['libgomp.so.1', '+0x1d500 (waiting)']],
  ['parallel region at omp.c:5 (waiting)', ['parallel region at\u00a0', 'omp.c:5 (waiting)']],
  ['parallel region at omp.c:5', ['parallel region at\u00a0', 'omp.c:5']],
  ['GOMP_parallel_loop_dynamic (waiting)', ['GOMP_parallel_loop_dynamic', ' (waiting)']],
  ['(deeper callers cut)', [null, '(deeper callers cut)']],
])('of %s the namespaces are cut before the last name', (name, parts) => {
  const { container } = render(<FittingName name={name} />)
  expect(['.fitting-namespaces', '.fitting-last'].map((part) => container.querySelector(part)?.textContent ?? null)).toEqual(parts)
})
