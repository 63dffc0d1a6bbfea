import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { useCurrentLocation } from './use-location.ts'

/**
 * Names the page in the browser's tab; undefined while the name is not known yet. When the visitor came here from
 * another page, the focus moves to the page's heading, so that readers hear where they are.
 */
export function usePageTitle(title: string | undefined): void {
  const t = useTranslations('shell')
  const site = useSite()['general.siteName']
  const { key, arrival } = useCurrentLocation()
  const shown = title === undefined ? undefined : t('pageTitle', { title, site })
  useEffect(() => {
    if (shown !== undefined) document.title = shown
  }, [shown])

  const isKnown = title !== undefined
  useEffect(() => {
    if (!isKnown || arrival === 'load' || arrival === 'same') return
    const heading = document.querySelector('main h1')
    // Who has opened a menu or a dialog while the page was on its way is busy there.
    if (document.activeElement?.closest('[role=menu], [role=dialog]')) return
    if (!(heading instanceof HTMLElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isKnown, key, arrival])
}
