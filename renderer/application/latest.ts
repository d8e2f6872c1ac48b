import type { Application } from './application.ts'

/** Kinds of repeated requests; each request replaces the one before. */
type Kind = 'recent runs' | 'doctor' | 'selection' | 'dropped file'

const counts = new WeakMap<Application, Map<Kind, number>>()

/** The number of requests of the kind. */
export function timesAsked(application: Application, kind: Kind): number {
  return counts.get(application)?.get(kind) ?? 0
}

/** Answers may come late, and pass one another. @returns whether no request of the kind came since */
export function askLast(application: Application, kind: Kind): () => boolean {
  const mine = timesAsked(application, kind) + 1
  counts.set(application, new Map(counts.get(application)).set(kind, mine))
  return () => timesAsked(application, kind) === mine
}
