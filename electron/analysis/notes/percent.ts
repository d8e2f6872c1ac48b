import { significant } from '../../../shared/significant.ts'

/** Two significant digits, as notes say shares. */
export function percent(share: number): string {
  return share >= 0.995 ? '100 %' : `${significant(share * 100, 2)} %`
}
