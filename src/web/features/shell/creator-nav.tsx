import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'

/** Navigation between the creator pages. */
export function CreatorNav() {
  const t = useTranslations('creatorNav')
  const [path] = useLocation()
  const items = [
    { href: '/creator/go-live', name: t('goLive') },
    { href: '/creator/videos', name: t('videos') },
    { href: '/creator/videos/upload', name: t('upload') },
    { href: '/creator/profile', name: t('profile') },
  ]
  return (
    <nav aria-label={t('label')} className="mb-6 border-b border-line">
      <ul className="flex gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]">
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
