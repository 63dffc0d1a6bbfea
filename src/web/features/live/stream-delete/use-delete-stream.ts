import { useTranslations } from 'use-intl/react'
import { deleteStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { useDelete } from '#web/ui/overlays/use-delete.ts'

type Options = { withRecordings: boolean; onDeleted: () => void }

/** Deletes a stream, one request at a time, and shows a toast with the outcome. */
export function useDeleteStream(id: string, { withRecordings, onDeleted }: Options) {
  const t = useTranslations('streamDelete')
  return useDelete({
    send: () => call(deleteStream, { params: { id }, query: withRecordings ? { recording: 'true' } : {} }),
    onDeleted,
    texts: { deleted: t('deleted'), failed: t('failed') },
  })
}
