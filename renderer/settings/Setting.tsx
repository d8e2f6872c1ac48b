import type { ReactNode } from 'react'

/** Settings that belong together, under their name. */
export function Setting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="setting" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
