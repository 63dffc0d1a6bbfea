import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { SiteFooter } from './site-footer.tsx'

/** What stands around every page: its header, the page as `<main>`, and the footer. */
export function PageFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {header}
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** The first stop of the keyboard: past the header, without a fragment in the address. */
function SkipLink() {
  const t = useTranslations('shell')
  return (
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-30 focus:rounded-control focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:shadow-float"
    >
      {t('skip')}
    </a>
  )
}
