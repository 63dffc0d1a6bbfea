import { useTranslations } from 'use-intl/react'
import { useUnreadCount } from './use-unread-count.ts'

/** Higher counts are shown as "99+". */
const MAX_SHOWN = 99

/**
 * The number of unread notifications in the corner of an icon, with a text for the accessible name of the link around
 * it. Grows outwards, so that the icon stays visible. The parent must be positioned.
 */
export function UnreadBadge() {
  const t = useTranslations('unread')
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden
        className="num absolute start-2.5 -top-2 grid h-[19px] min-w-[19px] place-items-center rounded-full border-2 border-surface bg-link px-[3px] text-micro leading-none font-bold text-surface"
      >
        {count > MAX_SHOWN ? t('countOver', { max: MAX_SHOWN }) : t('count', { count })}
      </span>
      <span className="sr-only">{t('label', { count })}</span>
    </>
  )
}
