import { useTranslations } from 'use-intl/react'

/** The first focusable element: moves the focus past the header, without a fragment in the URL. */
export function SkipLink() {
  const t = useTranslations('shell')
  return (
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-30 focus:rounded-control focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:text-ink focus:shadow-float"
    >
      {t('skip')}
    </a>
  )
}
