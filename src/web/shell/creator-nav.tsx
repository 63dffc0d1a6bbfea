import { ChartNoAxesColumn } from '#web/ui/icons/chart-no-axes-column.tsx'
import { Film } from '#web/ui/icons/film.tsx'
import { LayoutDashboard } from '#web/ui/icons/layout-dashboard.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { User } from '#web/ui/icons/user.tsx'
import { Wallet } from '#web/ui/icons/wallet.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'

/** Visible width of the item before the current one on a phone, in px. */
const EDGE_PX = 56

/** Navigation between the creator pages: a row on phones, icons from 768 px, with labels from 1280 px. */
export function CreatorNav() {
  const t = useTranslations('creatorNav')
  const [path] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // On phones the row scrolls; only sideways, as the page must not move.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && current)
      list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - EDGE_PX
  }, [path])
  return (
    <nav
      aria-label={t('label')}
      className="max-md:-mx-(--gutter) max-md:mb-6 max-md:border-b max-md:border-line md:sticky md:top-6"
    >
      <p aria-hidden className="mb-2.5 px-3 text-small font-bold text-ink-3 max-xl:hidden">
        {t('label')}
      </p>
      <ul
        ref={list}
        className="flex gap-1 overflow-x-auto overflow-y-hidden px-1.5 [scrollbar-width:none] md:grid md:gap-0.5 md:overflow-visible md:px-0"
      >
        {useItems().map((item) => (
          <li key={item.href}>
            <CreatorNavItem {...item} isCurrent={isCurrent(item.href, path)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Item = { href: string; name: string; icon: ReactNode }

function useItems(): Item[] {
  const t = useTranslations('creatorNav')
  return [
    { href: '/creator', name: t('dashboard'), icon: <LayoutDashboard aria-hidden /> },
    { href: '/creator/profile', name: t('profile'), icon: <User aria-hidden /> },
    { href: '/creator/videos', name: t('videos'), icon: <Film aria-hidden /> },
    { href: '/creator/earnings', name: t('earnings'), icon: <Wallet aria-hidden /> },
    { href: '/creator/go-live', name: t('goLive'), icon: <Radio aria-hidden /> },
    { href: '/creator/analytics', name: t('analytics'), icon: <ChartNoAxesColumn aria-hidden /> },
  ]
}

/** `true` for the section of a nested page: the upload page belongs to the videos. */
function isCurrent(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page'
  return href !== '/creator' && path.startsWith(`${href}/`) ? 'true' : undefined
}

function CreatorNavItem({ href, name, icon, isCurrent }: Item & { isCurrent: 'page' | 'true' | undefined }) {
  return (
    <Link
      href={href}
      data-tooltip={name}
      aria-current={isCurrent}
      className="group relative flex min-h-12 items-center rounded-control px-3 whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-3 aria-[current]:font-bold aria-[current]:text-ink max-md:font-semibold md:min-h-[46px] md:gap-[13px] md:font-[550] md:hover:bg-raised md:aria-[current]:bg-surface md:max-xl:justify-center [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.9] max-md:[&_svg]:hidden"
    >
      <span
        aria-hidden
        className="marker-332 absolute inset-x-2.5 bottom-0 hidden group-aria-[current]:block md:group-aria-[current]:hidden"
      />
      <span
        aria-hidden
        className="marker-332-down absolute inset-y-[7px] start-0 hidden md:group-aria-[current]:block"
      />
      {icon}
      <span className="md:max-xl:sr-only">{name}</span>
    </Link>
  )
}
