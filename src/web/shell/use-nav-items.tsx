import { Compass, Gem, Globe, Route, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

type NavItem = { href: string; name: string; icon: ReactNode }

/** Links of the sidebar, on phones of the account menu. */
export function useNavItems(): NavItem[] {
  const t = useTranslations('memberShell')
  return [
    { href: '/discover', name: t('discoveries'), icon: <Compass aria-hidden /> },
    { href: '/circle', name: t('circle'), icon: <Globe aria-hidden /> },
    { href: '/treasured', name: t('treasured'), icon: <Gem aria-hidden /> },
    { href: '/journey', name: t('journey'), icon: <Route aria-hidden /> },
    { href: '/preferences', name: t('preferences'), icon: <SlidersHorizontal aria-hidden /> },
  ]
}
