import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'

/** Visible width of the item before the current one on a phone, in px. */
const EDGE_PX = 56

/** Navigation between the creator pages. */
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
  const items = [
    { href: '/creator', name: t('dashboard') },
    { href: '/creator/videos', name: t('videos') },
    { href: '/creator/videos/upload', name: t('upload') },
    { href: '/creator/analytics', name: t('analytics') },
    { href: '/creator/go-live', name: t('goLive') },
    { href: '/creator/profile', name: t('profile') },
  ]
  return (
    <nav aria-label={t('label')} className="mb-6 border-b border-line">
      <ul ref={list} className="flex gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]">
        {items.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className="group relative inline-flex min-h-12 items-center px-[18px] font-semibold whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-3 aria-[current]:font-bold aria-[current]:text-ink"
            >
              {name}
              <span
                aria-hidden
                className="marker-332 absolute inset-x-3 bottom-0 hidden group-aria-[current]:block"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
