import { useTranslations } from 'use-intl/react'

/**
 * A link that a member wrote: it opens in a new tab, and search engines do not follow it. Its direction keeps the
 * slashes of a URL in place within Arabic text.
 */
export function OutsideLink({ url, text }: { url: string; text: string }) {
  const t = useTranslations('ui')
  return (
    <a href={url} dir="ltr" target="_blank" rel="nofollow noopener noreferrer ugc" className="text-link">
      {text}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  )
}
