import { useTranslations } from 'use-intl/react'
import { AuthFrame } from '#web/features/accounts/auth/auth-frame.tsx'
import { NewLink, NoToken } from '#web/features/accounts/auth/invalid-link.tsx'
import { ResetForm } from '#web/features/accounts/auth/reset-form.tsx'
import { useLinkToken } from '#web/features/accounts/auth/use-link-token.ts'

/** `/auth/reset?token=`: the link of a mail, which sets a new password and signs in. */
export function ResetPasswordPage() {
  const t = useTranslations('recovery')
  const token = useLinkToken()
  return (
    <AuthFrame title={t('resetTitle')}>
      <div className="mt-5">
        {token ? (
          // A full page load, as the document embeds the current user.
          <ResetForm token={token} onDone={() => location.assign('/')} />
        ) : (
          <NoToken>
            <NewLink href="/auth/forgot" />
          </NoToken>
        )}
      </div>
    </AuthFrame>
  )
}
