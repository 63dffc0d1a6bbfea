import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useHasMail } from '#web/api/site.ts'
import { Button } from '#web/ui/button.tsx'
import { NewLink } from './invalid-link.tsx'

/**
 * The next step after a link that does not confirm an address. Preferences have a button for a new link, unless the address of
 * the account is confirmed, or the site sends no mail.
 */
export function NewVerification() {
  const t = useTranslations('recovery')
  const hasMail = useHasMail()
  const user = useCurrentUser()
  const isConfirmed = Boolean(user?.emailVerifiedAt)
  if (hasMail && !isConfirmed) return <NewLink href="/preferences" />
  return (
    <>
      {user && isConfirmed && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">{t('alreadyVerified', { email: user.email })}</p>
      )}
      <Button asChild variant="action" size="lg">
        <Link href="/">{t('continue')}</Link>
      </Button>
    </>
  )
}
