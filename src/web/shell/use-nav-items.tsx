import { Compass } from '#web/ui/icons/compass.tsx'
import { Gem } from '#web/ui/icons/gem.tsx'
import { Globe } from '#web/ui/icons/globe.tsx'
import { Route } from '#web/ui/icons/route.tsx'
import { SlidersHorizontal } from '#web/ui/icons/sliders-horizontal.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

type NavItem = { href: string; name: string; icon: ReactNode }

/** Links of the sidebar, on phones of the account menu. */
export function useNavItems(): NavItem[] {
  const t = useTranslations('memberShell')
  return [
    { href: '/discover', name: t('discoveries'), icon: <Compass aria-hidden /> },
    { href: '/circle', name: t('circle'), icon: <Globe aria-hidden /> },
    { href: '/treasured', name: t('bookmarks'), icon: <Gem aria-hidden /> },
    { href: '/journey', name: t('journey'), icon: <Route aria-hidden /> },
    { href: '/preferences', name: t('preferences'), icon: <SlidersHorizontal aria-hidden /> },
  ]
}
