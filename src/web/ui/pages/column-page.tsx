import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

type ColumnPageProps = {
  title: ReactNode
  intro?: ReactNode
  children: ReactNode
}

/** A page of one column; `title` is its heading. */
export function ColumnPage({ title, intro, children }: ColumnPageProps) {
  return (
    <ColumnFrame>
      <PageHeading title={title} intro={intro} className={intro ? 'mb-5 md:mb-6' : ''} />
      {children}
    </ColumnFrame>
  )
}

/** The column without a heading, for pages with a header of their own. */
export function ColumnFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      {/* `column`: beside the sidebar it starts at the same edge as every page. */}
      <div className="column mx-auto max-w-[760px]">{children}</div>
    </div>
  )
}
