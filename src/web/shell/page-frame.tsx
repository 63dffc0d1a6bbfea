import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteNotice } from './site-notice.tsx'
import { SkipLink } from './skip-link.tsx'

type PageFrameProps = {
  header: ReactNode
  /** One row for this user, below the header. */
  banner?: ReactNode
  /** Shown beside the page from 768 px up. */
  sidebar?: ReactNode
  /** Fixed below the page under 768 px. */
  bottomNav?: ReactNode
  footer: FooterKind
  /** On phones the player and what belongs to it have the whole screen, unless the page is an error. */
  isWatchPage?: boolean
  children: ReactNode
}

/** `short`: one line on phones, whole on wider screens. */
type FooterKind = 'whole' | 'short' | 'none'

/** The layout of every page: header, the page as `<main>`, navigation and footer. */
export function PageFrame({
  header,
  banner,
  sidebar,
  bottomNav,
  footer,
  isWatchPage = false,
  children,
}: PageFrameProps) {
  return (
    <div
      className={`group/frame flex min-h-dvh flex-col ${isWatchPage ? 'phone:min-h-[calc(100dvh-var(--keyboard,0px))]' : ''} ${bottomNav ? 'max-md:pb-[calc(76px+env(safe-area-inset-bottom))]' : ''}`}
    >
      <SkipLink />
      <SiteNotice />
      <div className={isWatchPage ? 'phone:group-not-has-[[data-page-message]]/frame:hidden' : ''}>
        {header}
      </div>
      {banner && (
        // As high before its content is loaded: the page must not move.
        <div
          className={`flex min-h-[52px] items-center gap-x-2 bg-action-soft ps-(--gutter) pe-1 text-small sm:justify-center sm:gap-x-4 ${isWatchPage ? 'phone:hidden' : ''}`}
        >
          {banner}
        </div>
      )}
      <div className={sidebar ? `flex-1 ${WITH_SIDEBAR_CLASS}` : 'flex min-w-0 flex-1 flex-col'}>
        {sidebar && <div className="sticky top-0 max-md:hidden">{sidebar}</div>}
        {/* At least as high as the viewport: a footer visible during loading would cause a layout shift. */}
        <main
          id="main"
          tabIndex={-1}
          className={`min-h-[calc(100dvh-70px)] min-w-0 flex-1 ${isWatchPage ? 'phone:flex phone:min-h-0 phone:flex-col' : ''}`}
        >
          {children}
        </main>
      </div>
      {footer !== 'none' && <SiteFooter isShort={footer === 'short'} />}
      {bottomNav}
    </div>
  )
}

/** Removes the page's own gutters beside the sidebar, so that the columns of all pages are aligned. */
const WITH_SIDEBAR_CLASS =
  'md:page w-full md:grid md:grid-cols-[72px_minmax(0,1fr)] md:items-start md:gap-6 xl:grid-cols-[232px_minmax(0,1fr)] xl:gap-9 md:[&_.page]:max-w-none md:[&_.page]:px-0 md:[&_.column]:mx-0'
