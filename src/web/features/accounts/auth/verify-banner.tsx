import { useMutation } from '@tanstack/react-query'
import { X } from '#web/ui/icons/x.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { requestVerification } from '#shared/accounts/account-mail.ts'
import { call } from '#web/api/call.ts'
import { refreshCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { focusMainOnRemoval } from '#web/lib/navigation/focus-main-on-removal.ts'
import { useReplacementFocus } from '#web/lib/hooks/use-replacement-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { dismissVerifyBanner } from './verify-reminder.ts'

/** Asks a user to confirm the address of the account, until it is done or dismissed for a day. One row if the text is not enlarged. */
export function VerifyBanner({ userId, email }: { userId: string; email: string }) {
  const t = useTranslations('verifyBanner')
  const { send, isPending, sentTo } = useSend()
  const message = useReplacementFocus<HTMLOutputElement>(sentTo !== null)
  return (
    // It disappears once the address is confirmed, also elsewhere.
    <div ref={focusMainOnRemoval} className="contents">
      <output ref={message} tabIndex={-1} className="min-w-0 [overflow-wrap:anywhere] max-sm:flex-1">
        {t.rich(sentTo === null ? 'text' : 'sent', { email: sentTo ?? email, rest: wideScreenText })}
      </output>
      {sentTo === null && (
        <Button size="sm" pending={isPending} pendingText={t('sending')} onClick={send}>
          {t('send')}
        </Button>
      )}
      <IconButton label={t('dismiss')} className="text-ink!" onClick={() => dismissVerifyBanner(userId)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

/** The part of the text that phones have no room for; it is read out there as well. */
const wideScreenText = (chunks: ReactNode) => <span className="max-sm:sr-only">{chunks}</span>

function useSend() {
  const t = useTranslations('verifyBanner')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => call(requestVerification, {}),
    onSuccess: async ({ email, isVerified }) => {
      if (!isVerified) return
      // Confirmed elsewhere, unknown to this page; the banner then disappears.
      await refreshCurrentUser()
      toast({ title: t('confirmed', { email }) })
    },
    onError: (error) => showFailure(error, { title: t('notSent'), description: errorText(error) }),
  })
  return { send: () => mutate(), isPending, sentTo: data && !data.isVerified ? data.email : null }
}
