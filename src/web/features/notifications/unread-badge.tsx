import { useTranslations } from 'use-intl/react'
import { useUnreadCount } from './use-unread-count.ts'

/** More than this is shown as 'more than this'. */
const MOST = 99

/**
 * The number of unread notifications at the corner of an icon, and in words for the name of the link around it.
 * Stands in something positioned.
 */
export function UnreadBadge() {
  const t = useTranslations('unread')
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden
        className="num absolute -end-2.5 -top-2 grid h-[19px] min-w-[19px] place-items-center rounded-full border-2 border-surface bg-link px-1 text-micro leading-none font-bold text-surface"
      >
        {count > MOST ? t('many', { most: MOST }) : t('count', { count })}
      </span>
      <span className="sr-only">{t('inWords', { count })}</span>
    </>
  )
}
