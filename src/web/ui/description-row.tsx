import type { ReactNode } from 'react'

/** A term and its details, on one line where they fit, in a `<dl>`. */
export function DescriptionRow({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      <dt className="flex-none text-ink-3">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
