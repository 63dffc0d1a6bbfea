import { useTranslations } from 'use-intl/react'

/** A link that a member wrote: it opens in a new tab, and search engines do not follow it. */
export function OutsideLink({ url, text }: { url: string; text: string }) {
  const t = useTranslations('ui')
  return (
    <a href={url} target="_blank" rel="nofollow noopener noreferrer ugc" className="text-link">
      {text}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  )
}
