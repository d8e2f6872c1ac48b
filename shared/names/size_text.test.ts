import { expect, test } from 'vitest'
import { sizeText } from './size_text.ts'

test.each([
  [0, '0 B'],
  [64, '64 B'],
  [1000, '1000 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [49_152, '48 KiB'],
  [12_345, '12.1 KiB'],
  [1_046_528, '1022 KiB'],
  [1_048_570, '1 MiB'],
  [1_572_864, '1.5 MiB'],
  [34_359_738_368, '32 GiB'],
  [2 ** 41, '2 TiB'],
  [2 ** 52, '4096 TiB'],
])('%d bytes read %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
