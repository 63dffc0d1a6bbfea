import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** Leads back to the page of this site that the visitor came from, else home; for phones, where the header is hidden. */
export function BackLink() {
  const t = useTranslations('watch')
  const { canGoBack } = navigation
  const name = t(canGoBack ? 'back' : 'home')
  return (
    <Link
      href="/"
      aria-label={name}
      data-tooltip={name}
      onClick={(event) => {
        if (!canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        history.back()
      }}
      className="grid size-(--tap) flex-none place-items-center rounded-control hover:bg-on-video/15 [&_svg]:size-6 [&_svg]:stroke-[1.9]"
    >
      <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
    </Link>
  )
}
