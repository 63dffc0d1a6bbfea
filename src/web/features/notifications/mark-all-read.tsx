import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { markRead } from './activity.ts'
import { useUnreadCount } from './use-unread-count.ts'

/** Marks all notifications as read, including those not loaded. Shown while any is unread. */
export function MarkAllRead({ visitId, onDone }: { visitId: string; onDone: () => void }) {
  const t = useTranslations('activity')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const count = useUnreadCount()
  const { isPending, run } = usePendingAction(
    async () => {
      await markRead(visitId)
      onDone()
    },
    (error) => showFailure(error, { title: t('markAllFailed'), description: errorText(error) }),
  )
  if (count === 0) return null
  return (
    <Button pending={isPending} onClick={run}>
      <CheckCheck aria-hidden />
      {t('markAll')}
    </Button>
  )
}
