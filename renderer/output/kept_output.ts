import type { ProfileSummary } from '../../shared/rpc/contract.ts'

/** The view *Output* is of launched runs whose person wished that, and of no others. */
export function keepsOutput({ run }: Pick<ProfileSummary, 'run'>): boolean {
  return run.programOutput !== undefined
}
