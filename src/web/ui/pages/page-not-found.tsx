import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useCurrentUser } from '#web/api/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import type { ColorFamily } from '#web/ui/pattern/color-families.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { usePageTitle } from './page-title.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'

type PageMissingProps = {
  title: string
  children: ReactNode
  /** The link of the button; home by default. */
  link?: { href: string; name: string }
  /**
   * Offers sign-in to visitors as the primary action, as users may see more. Always offered, so that it does not reveal
   * hidden pages.
   */
  offersSignIn?: boolean
  family?: ColorFamily
}

/** A 404 page, also for content that the current user may not see. */
export function PageNotFound({
  title,
  children,
  link,
  offersSignIn = false,
  family = 'indigo',
}: PageMissingProps) {
  const t = useTranslations('errors')
  usePageTitle(title)
  const { href, name } = link ?? { href: '/', name: t('goHome') }
  return (
    <div data-page-message className="page pt-6 pb-10 md:py-14">
      <EmptyState
        isCard
        level={1}
        family={family}
        title={title}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {offersSignIn && <SignIn />}
            <Button asChild>
              <Link href={href}>{name}</Link>
            </Button>
          </div>
        }
        className="mx-auto max-w-[560px]"
      >
        {children}
      </EmptyState>
    </div>
  )
}

function SignIn() {
  const t = useTranslations('errors')
  const { path, search } = useCurrentLocation()
  if (useCurrentUser() !== null) return null
  return (
    <Button asChild variant="action">
      <a href={signInUrl(path + search)}>{t('signIn')}</a>
    </Button>
  )
}
