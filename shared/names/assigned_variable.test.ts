import { expect, test } from 'vitest'
import { assignedVariable } from './assigned_variable.ts'

test.each([
  ['m->a = malloc(n * sizeof *m->a);', 'm->a'],
  ['double *grid = (double *)calloc(n, sizeof(double));', 'grid'],
  ['if ((table[i] = xmalloc(8)) == NULL) return;', 'table[i]'],
  ['for (int i = 0; i < n; i++) rows[i] = malloc(m);', 'rows[i]'],
  ['auto values = std::make_unique<double[]>(n);', 'values'],
  ['this->buffer_ = new char[size]; // = spare', 'this->buffer_'],
  ['let mut cells: Vec<u8> = Vec::with_capacity(n);', 'cells'],
  ['allocate(field%values(n, m))', 'field%values'],
  ['char *text = strdup("a = b");', 'text'],
  ['return malloc(n);', null],
  ['use(malloc(n), size == 3);', null],
  ['', null],
])('%s', (line, variable) => {
  expect(assignedVariable(line)).toBe(variable)
})
