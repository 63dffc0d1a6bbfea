import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { verifyEmail } from '#shared/accounts/account-mail.ts'
import { call } from '#web/api/call.ts'
import { refreshCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useReplacementFocus } from '#web/lib/hooks/use-replacement-focus.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Success } from '#web/ui/success.tsx'
import { InvalidLink, isLinkInvalid } from './invalid-link.tsx'
import { NewVerification } from './new-verification.tsx'

/**
 * Confirms an address with the token of a mailed link. A button does it, as programs that check links in mails open
 * them, some with scripts.
 */
export function VerifyEmail({ token }: { token: string }) {
  const t = useTranslations('recovery')
  const errorText = useErrorText()
  const mutation = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    // The banner and the account show the confirmed address.
    onSuccess: () => refreshCurrentUser(),
  })
  const message = useReplacementFocus<HTMLDivElement>(mutation.isSuccess)
  if (mutation.data)
    return (
      <div className="grid gap-5">
        <div ref={message} tabIndex={-1}>
          <Success>{t('verified', { email: mutation.data.email })}</Success>
        </div>
        <Button asChild variant="action" size="lg">
          <a href="/">{t('continue')}</a>
        </Button>
      </div>
    )
  if (isLinkInvalid(mutation.error))
    return (
      <InvalidLink error={mutation.error}>
        <NewVerification />
      </InvalidLink>
    )
  return (
    <div className="grid gap-5">
      {mutation.error && <Alert>{errorText(mutation.error)}</Alert>}
      <p className="text-ink-2">{t('verifyText')}</p>
      <Button
        variant="action"
        size="lg"
        pending={mutation.isPending}
        pendingText={t('verifying')}
        onClick={() => mutation.mutate()}
      >
        {t('verify')}
      </Button>
    </div>
  )
}
