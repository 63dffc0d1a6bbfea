import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { ResetForm } from '#web/features/auth/reset-form.tsx'
import { useLinkToken } from '#web/features/auth/use-link-token.ts'
import { Button } from '#web/ui/button.tsx'

/** `/auth/reset?token=`: the link of a mail, which sets a new password and signs in. */
export function ResetPasswordPage() {
  const t = useTranslations('recovery')
  const token = useLinkToken()
  return (
    <AuthFrame title={t('resetTitle')}>
      <p className="mt-2 mb-6 text-ink-2">{token ? t('resetText') : t('noToken')}</p>
      {token ? (
        // A full page load, as the document embeds the current user.
        <ResetForm token={token} onDone={() => location.assign('/')} />
      ) : (
        <Button asChild variant="action" size="lg">
          <Link href="/auth/forgot">{t('newLink')}</Link>
        </Button>
      )}
    </AuthFrame>
  )
}
