import { useTranslations } from 'use-intl/react'
import { deleteStream } from '#shared/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useUnauthorizedHandler } from '#web/lib/navigation/unauthorized-handler.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type Options = { withRecordings: boolean; onDeleted: () => void }

/** Deletes a stream, one request at a time, and shows a toast with the outcome. */
export function useDeleteStream(id: string, { withRecordings, onDeleted }: Options) {
  const t = useTranslations('streamDelete')
  const errorText = useErrorText()
  const loggedOut = useUnauthorizedHandler()
  const handleDeleted = () => {
    toast({ title: t('deleted') })
    onDeleted()
  }
  return usePendingAction(
    async () => {
      await call(deleteStream, { params: { id }, query: withRecordings ? { recording: 'true' } : {} })
      handleDeleted()
    },
    (error) => {
      // Another page of the user has already deleted it.
      if (error instanceof ApiError && error.status === 404) return handleDeleted()
      if (!loggedOut(error))
        toast({ variant: 'destructive', title: t('failed'), description: errorText(error) })
    },
  )
}
