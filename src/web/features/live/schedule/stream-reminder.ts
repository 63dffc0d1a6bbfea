import { useTranslations } from 'use-intl/react'
import { addReminder, removeReminder } from '#shared/live/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { streamStore, updateCachedStream } from '#web/features/live/shared/streams/stream-stores.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { type ToggleSubject, useToggle } from '#web/ui/toggles/use-toggle.ts'

const streamReminder: ToggleSubject = {
  intents: new LastIntent(),
  read: (streamId) => {
    const { record } = streamStore(streamId).get()
    return record && { isOn: record.viewer.hasReminder, count: record.remindersCount }
  },
  show: (streamId, { isOn, count }) =>
    updateCachedStream(streamId, ({ remindersCount, viewer }) => ({
      remindersCount: count ?? remindersCount,
      viewer: { ...viewer, hasReminder: isOn },
    })),
  send: async (streamId, isOn) => {
    const endpoint = isOn ? addReminder : removeReminder
    const { hasReminder, remindersCount } = await call(endpoint, { params: { id: streamId } })
    return { isOn: hasReminder, count: remindersCount }
  },
  reload: (streamId) => streamStore(streamId).refreshRecord(),
}

export function useToggleReminder(streamId: string): () => void {
  const t = useTranslations('schedule')
  return useToggle(streamReminder, streamId, {
    failed: (error) => {
      const description = apiText(error)
      return { title: t('remindFailed'), ...(description && { description }) }
    },
  })
}
