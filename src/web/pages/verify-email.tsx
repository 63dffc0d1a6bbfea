import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { useLinkToken } from '#web/features/auth/use-link-token.ts'
import { VerifyEmail } from '#web/features/auth/verify-email.tsx'
import { Button } from '#web/ui/button.tsx'

/** `/auth/verify?token=`: the link of a mail, which confirms the address that it was sent to. */
export function VerifyEmailPage() {
  const t = useTranslations('recovery')
  const token = useLinkToken()
  return (
    <AuthFrame title={t('verifyTitle')}>
      <div className="mt-3">
        {token ? (
          <VerifyEmail token={token} />
        ) : (
          <div className="grid gap-5">
            <p className="text-ink-2">{t('noToken')}</p>
            <Button asChild variant="action" size="lg">
              <Link href="/preferences">{t('newLink')}</Link>
            </Button>
          </div>
        )}
      </div>
    </AuthFrame>
  )
}
