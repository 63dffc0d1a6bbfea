import { useTranslations } from 'use-intl/react'
import { apiText } from '#web/api/api-error.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type StudioActionsOptions = {
  start: () => Promise<void>
  end: () => Promise<void>
  /** Camera and microphone are open: what fails then is the server's word, not theirs. */
  hasMedia: boolean
  /** Before the stream is ended: the page may be left from now on. */
  onEnding: () => void
  onEnded: () => void
}

/** Start Stream and End Stream: one at a time, with what is said when a start fails. */
export function useStudioActions({ start, end, hasMedia, onEnding, onEnded }: StudioActionsOptions) {
  const t = useTranslations('studio')
  const starting = usePendingAction(start, (error) =>
    toast({
      variant: 'destructive',
      title: t('startFailed'),
      description: (hasMedia ? apiText(error) : null) ?? t('startFailedText'),
    }),
  )
  const ending = usePendingAction(async () => {
    onEnding()
    // A stream whose end could not be told ends by itself when its grace is over.
    await end().catch((error: unknown) => console.error('the stream could not be ended', error))
    onEnded()
  })
  return { starting, ending }
}
