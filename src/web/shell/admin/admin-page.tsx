import type { ReactNode } from 'react'
import { Clock } from '#web/ui/clock.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

type AdminPageProps = {
  title: string
  intro?: ReactNode
  /** A link to a page that belongs to this one, beside the heading. */
  action?: ReactNode
  /** Limits the width of the content to that of a column of text. */
  isColumn?: boolean
  children: ReactNode
}

/** A page of the admin side: its heading, beside it the clock where the header has none, and its content. */
export function AdminPage({ title, intro, action, isColumn = false, children }: AdminPageProps) {
  return (
    <>
      <div className="mb-4 flex items-end justify-between gap-4 md:mb-5">
        <PageHeading title={title} intro={intro} />
        <div className="flex flex-none items-end gap-5">
          {action}
          <Clock className="max-[1179px]:hidden" />
        </div>
      </div>
      <div className={isColumn ? 'max-w-[760px]' : ''}>{children}</div>
    </>
  )
}
