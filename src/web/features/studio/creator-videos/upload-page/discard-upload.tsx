import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { UnfinishedUpload } from '#shared/media/uploads.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

type DiscardUploadProps = { upload: UnfinishedUpload; onDiscard: () => Promise<void> }

/** Discards an upload; asks first if that deletes bytes, which cost time and data to send again. */
export function DiscardUpload({ upload, onDiscard }: DiscardUploadProps) {
  const t = useTranslations('videoUpload')
  const fileSize = useFileSize()
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const { isPending, run } = usePendingAction(
    () => onDiscard().finally(() => setIsConfirming(false)),
    (error) => showFailure(error, { title: t('discardFailed') }),
  )
  const { fileName: name, received } = upload
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('discardNamed', { name })}
        pending={isPending}
        onClick={() => (received > 0 ? setIsConfirming(true) : run())}
      >
        {t('discard')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t.rich('discardTitle', { name, bdi: isolated })}
        description={t('discardText', { received: fileSize(received) })}
        confirm={t('discard')}
        cancel={t('discardKeep')}
        danger={<Trash2 aria-hidden />}
        pending={isPending}
        onConfirm={run}
      />
    </>
  )
}
