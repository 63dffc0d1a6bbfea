import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { requestVerification } from '#shared/account-mail.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'

/** Asks a user to confirm the address of the account, on every page until it is done. */
export function VerifyBanner({ email }: { email: string }) {
  const t = useTranslations('verifyBanner')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const mutation = useMutation({
    mutationFn: () => call(requestVerification, {}),
    onError: (error) => showFailure(error, { title: t('notSent'), description: errorText(error) }),
  })
  return (
    <>
      <output className="min-w-0 [overflow-wrap:anywhere]">
        {mutation.isSuccess ? t('sent', { email }) : t('text', { email })}
      </output>
      {!mutation.isSuccess && (
        <Button
          size="sm"
          pending={mutation.isPending}
          pendingText={t('sending')}
          onClick={() => mutation.mutate()}
        >
          {t('send')}
        </Button>
      )}
    </>
  )
}
