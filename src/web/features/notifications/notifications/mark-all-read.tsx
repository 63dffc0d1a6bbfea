import { CheckCheck } from '#web/ui/icons/check-check.tsx'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { markRead } from './activity.ts'
import { useUnreadCount } from './use-unread-count.ts'

type MarkAllReadProps = {
  visitId: string
  onDone: () => void
  /** Called when the button disappears with the focus, after a press or because the page has marked the last one as read. */
  onFocusLost: () => void
}

/** Marks all notifications as read, including those not loaded. Shown while any is unread. */
export function MarkAllRead(props: MarkAllReadProps) {
  return useUnreadCount() === 0 ? null : <MarkAllButton {...props} />
}

function MarkAllButton({ visitId, onDone, onFocusLost }: MarkAllReadProps) {
  const t = useTranslations('activity')
  const button = useRef<HTMLButtonElement>(null)
  const handleRemoval = useEffectEvent((removed: HTMLButtonElement | null) => {
    if (removed?.contains(document.activeElement)) onFocusLost()
  })
  // A layout effect ends before its elements are removed.
  useLayoutEffect(() => {
    const { current } = button
    return () => handleRemoval(current)
  }, [])
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { isPending, run } = usePendingAction(
    async () => {
      await markRead(visitId)
      onDone()
    },
    (error) => showFailure(error, { title: t('markAllFailed'), description: errorText(error) }),
  )
  return (
    <Button ref={button} pending={isPending} onClick={run}>
      <CheckCheck aria-hidden />
      {t('markAll')}
    </Button>
  )
}
