import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { requestVerification } from '#shared/account-mail.ts'
import { call } from '#web/api/call.ts'
import { refreshCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { useReplacementFocus } from '#web/lib/hooks/use-replacement-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Asks a user to confirm the address of the account, on every page until it is done. */
export function VerifyBanner({ email }: { email: string }) {
  const t = useTranslations('verifyBanner')
  const { send, isPending, sentTo } = useSend()
  const message = useReplacementFocus<HTMLOutputElement>(sentTo !== null)
  return (
    <div ref={moveFocusOnRemoval} className="contents">
      <output ref={message} tabIndex={-1} className="min-w-0 [overflow-wrap:anywhere]">
        {sentTo === null ? t('text', { email }) : t('sent', { email: sentTo })}
      </output>
      {sentTo === null && (
        <Button size="sm" pending={isPending} pendingText={t('sending')} onClick={send}>
          {t('send')}
        </Button>
      )}
    </div>
  )
}

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

/** The banner disappears once the address is confirmed, also elsewhere: a focus inside of it moves to the page. */
function moveFocusOnRemoval(banner: HTMLElement | null): () => void {
  return () => {
    if (banner?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
  }
}
