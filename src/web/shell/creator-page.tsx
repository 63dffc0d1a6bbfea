import type { ReactNode } from 'react'
import { CreatorNav } from './creator-nav.tsx'

/** The layout of the creator pages: their navigation, and the page beside it, on phones below it. */
export function CreatorPage({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[1440px] gap-6 px-(--gutter) pb-10 md:grid md:grid-cols-[72px_minmax(0,1fr)] md:items-start md:pt-9 md:pb-16 xl:grid-cols-[220px_minmax(0,1fr)] xl:gap-9">
      <CreatorNav />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
