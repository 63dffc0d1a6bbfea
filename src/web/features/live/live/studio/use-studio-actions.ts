import { useTranslations } from 'use-intl/react'
import { apiText } from '#web/api/api-error.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type StudioActionsOptions = {
  start: () => Promise<void>
  end: () => Promise<void>
  /** Camera and microphone are open, so a failed start is an error of the server. */
  hasMedia: boolean
  /** Called before the stream is ended: leaving the page needs no confirmation any more. */
  onEnding: () => void
  onEnded: () => void
}

/** The actions of Start Stream and End Stream with their pending states; a failed start shows a toast. */
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
    // If the request fails, the server ends the stream after its grace period.
    await end().catch((error: unknown) => console.error('the stream could not be ended', error))
    onEnded()
  })
  return { starting, ending }
}
