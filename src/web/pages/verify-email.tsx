import { useTranslations } from 'use-intl/react'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { NoToken } from '#web/features/auth/invalid-link.tsx'
import { NewVerification } from '#web/features/auth/new-verification.tsx'
import { useLinkToken } from '#web/features/auth/use-link-token.ts'
import { VerifyEmail } from '#web/features/auth/verify-email.tsx'

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
