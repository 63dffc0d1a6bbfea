import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { useDeleteStream } from './use-delete-stream.ts'
import { useRecordings } from './use-recordings.ts'

type DeleteStreamProps = { stream: Stream; onClose: () => void; onDeleted: () => void }

/** Confirms the deletion of a stream, with a choice to delete its recordings too. */
export function DeleteStream({ stream, onClose, onDeleted }: DeleteStreamProps) {
  const t = useTranslations('streamDelete')
  const recordings = useRecordings(stream)
  const [withRecordings, setWithRecordings] = useState(false)
  const { isPending, run } = useDeleteStream(stream.id, {
    withRecordings,
    onDeleted: () => {
      onClose()
      onDeleted()
    },
  })
  const { count } = recordings
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.rich('title', { title: stream.title, bdi: isolated })}
      description={t('text')}
      confirm={t('delete')}
      danger={<Trash2 aria-hidden />}
      pending={isPending || recordings.isPending}
      onConfirm={run}
    >
      {count > 0 && (
        <SwitchRow
          label={t('recordings', { count })}
          hint={t('recordingsHint', { count })}
          checked={withRecordings}
          onCheckedChange={setWithRecordings}
          disabled={isPending}
        />
      )}
    </ConfirmDialog>
  )
}
