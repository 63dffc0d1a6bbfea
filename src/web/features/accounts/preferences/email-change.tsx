import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { cancelEmailChange, getEmailChange } from '#shared/accounts/account-mail.ts'
import { call } from '#web/api/call.ts'
import { pageUser } from '#web/api/page-user.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { useReplacementFocus } from '#web/lib/hooks/use-replacement-focus.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'

/** The account's address is part of the key: once it has changed, nothing is left to confirm. */
const emailChangeKey = (currentEmail: string | undefined) => ['email-change', currentEmail]

/** Called after the user has requested a change, or cancelled it (null). */
export function setEmailChange(email: string | null): void {
  queryClient.setQueryData(emailChangeKey(pageUser.get().user?.email), { email })
}

/** The new address that waits to be confirmed, also after a reload, with a button to cancel the change. */
export function EmailChange({ currentEmail }: { currentEmail: string }) {
  const t = useTranslations('preferences')
  const query = useQuery({
    queryKey: emailChangeKey(currentEmail),
    queryFn: () => call(getEmailChange, {}),
    staleTime: 0,
  })
  const newEmail = query.data?.email ?? null
  const { cancel, isPending, isCancelled } = useCancel()
  const isDone = newEmail === null && isCancelled
  const message = useReplacementFocus<HTMLOutputElement>(isDone)
  if (query.error && !query.data) return <LoadFailed title={t('emailChangeFailed')} query={query} />
  return (
    // An empty live region takes no row of the form.
    <div className={newEmail !== null ? WAITING_CLASS : isDone ? 'text-small text-ink-2' : 'absolute'}>
      <output ref={message} tabIndex={-1} className="block min-w-0 [overflow-wrap:anywhere]">
        {newEmail !== null && t('emailSent', { email: newEmail })}
        {isDone && t('emailCancelled')}
      </output>
      {newEmail !== null && (
        <Button size="sm" pending={isPending} pendingText={t('cancellingEmail')} onClick={cancel}>
          {t('cancelEmail')}
        </Button>
      )}
    </div>
  )
}

const WAITING_CLASS =
  'grid justify-items-start gap-3 rounded-control bg-link-soft px-4 py-3 text-small text-ink'

function useCancel() {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => setEmailChange(null),
    onError: (error) => showFailure(error, { title: t('emailNotCancelled'), description: errorText(error) }),
  })
  return { cancel: () => mutate(), isPending, isCancelled: isSuccess }
}
