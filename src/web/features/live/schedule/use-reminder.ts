import { useTranslations } from 'use-intl/react'
import { addReminder, removeReminder, type Stream } from '#shared/live/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { countAfter, toggleOptimistically } from '#web/lib/optimistic-toggle.ts'
import { updateCachedStream } from '#web/features/live/shared/streams/stream-stores.ts'

type Reminder = { hasReminder: boolean; remindersCount: number }

/** Reminder changes of the current user that are being sent. */
const reminderIntents = new LastIntent<boolean, Reminder>()

/** Toggles the reminder of a stream optimistically; after fast repeated presses only the last state is sent. */
export function useReminder({
  id,
  remindersCount,
  viewer,
}: Pick<Stream, 'id' | 'remindersCount' | 'viewer'>) {
  const t = useTranslations('schedule')
  const showFailure = useFailureToast()
  const { hasReminder } = viewer
  return () => {
    toggleOptimistically(reminderIntents, id, !hasReminder, {
      previous: { hasReminder, remindersCount },
      desired: { hasReminder: !hasReminder, remindersCount: countAfter(!hasReminder, remindersCount) },
      show: (reminder) => cacheReminder(id, reminder),
      send: (isAdding) => call(isAdding ? addReminder : removeReminder, { params: { id } }),
      onFailed: (error) => {
        const description = apiText(error)
        showFailure(error, { title: t('remindFailed'), ...(description && { description }) })
      },
    })
  }
}

function cacheReminder(streamId: string, { hasReminder, remindersCount }: Reminder): void {
  updateCachedStream(streamId, ({ viewer }) => ({
    remindersCount,
    viewer: { ...viewer, hasReminder },
  }))
}
