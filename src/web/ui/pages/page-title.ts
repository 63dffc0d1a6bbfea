import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { focusHeading } from '#web/lib/navigation/focus-heading.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

/**
 * Sets the document title; undefined while it is still loading. After a navigation from another page it also moves the
 * focus to the page's heading, so that screen readers announce the new page.
 */
export function usePageTitle(title: string | undefined): void {
  const t = useTranslations('shell')
  const site = useSite()['general.siteName']
  const { key, arrival } = useCurrentLocation()
  const documentTitle = title === undefined ? undefined : t('pageTitle', { title, site })
  useEffect(() => {
    if (documentTitle !== undefined) document.title = documentTitle
  }, [documentTitle])

  const hasTitle = title !== undefined
  useEffect(() => {
    if (!hasTitle || arrival === 'load' || arrival === 'same') return
    // The user may have opened a menu or a dialog while the page was loading.
    if (document.activeElement?.closest('[role=menu], [role=dialog]')) return
    focusHeading({ preventScroll: true })
  }, [hasTitle, key, arrival])
}
