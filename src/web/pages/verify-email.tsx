import { useTranslations } from 'use-intl/react'
import { AuthFrame } from '#web/features/accounts/auth/auth-frame.tsx'
import { NoToken } from '#web/features/accounts/auth/invalid-link.tsx'
import { NewVerification } from '#web/features/accounts/auth/new-verification.tsx'
import { useLinkToken } from '#web/features/accounts/auth/use-link-token.ts'
import { VerifyEmail } from '#web/features/accounts/auth/verify-email.tsx'

/** `/auth/verify?token=`: the link of a mail, which confirms the address that it was sent to. */
export function VerifyEmailPage() {
  const t = useTranslations('recovery')
  const token = useLinkToken()
  return (
    <AuthFrame title={t('verifyTitle')}>
      <div className="mt-5">
        {token ? (
          <VerifyEmail token={token} />
        ) : (
          <NoToken>
            <NewVerification />
          </NoToken>
        )}
      </div>
    </AuthFrame>
  )
}
