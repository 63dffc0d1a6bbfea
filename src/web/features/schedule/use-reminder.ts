import { useTranslations } from 'use-intl/react'
import { addReminder, removeReminder, type Stream } from '#shared/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { useLoggedOut } from '#web/lib/navigation/logged-out.ts'
import { changeStream } from '#web/streams/stream-stores.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type Reminder = { hasReminder: boolean; remindersCount: number }

/** What the member wishes of reminders, until the server has granted it. */
const wishes = new LastIntent<boolean, Reminder>()

/** Asks to be told of a start, or no longer: at once on the page, and the server hears the last wish. */
export function useReminder({
  id,
  remindersCount,
  viewer,
}: Pick<Stream, 'id' | 'remindersCount' | 'viewer'>) {
  const t = useTranslations('schedule')
  const loggedOut = useLoggedOut()
  const { hasReminder } = viewer
  return () => {
    const wish = !hasReminder
    show(id, { hasReminder: wish, remindersCount: Math.max(0, remindersCount + (wish ? 1 : -1)) })
    wishes.want(id, wish, {
      send: (wanted) => call(wanted ? addReminder : removeReminder, { params: { id } }),
      onSettled: (answer) => show(id, answer),
      onFailed: (error, granted) => {
        show(id, granted ?? { hasReminder, remindersCount })
        if (loggedOut(error)) return
        const description = apiText(error) ?? undefined
        toast({ variant: 'destructive', title: t('remindFailed'), ...(description && { description }) })
      },
    })
  }
}

function show(streamId: string, { hasReminder, remindersCount }: Reminder): void {
  changeStream(streamId, ({ viewer }) => ({
    remindersCount,
    viewer: { ...viewer, hasReminder },
  }))
}
