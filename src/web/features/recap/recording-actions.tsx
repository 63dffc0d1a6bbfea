import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { deleteVideo, publishVideo } from '#shared/creator-videos.ts'
import type { Video } from '#shared/videos.ts'
import { call } from '#web/api/call.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { RenameDialog } from './rename-dialog.tsx'

type RecordingActionsProps = { recording: Video; onChanged: () => void }

/** Publish, rename and delete a recording that is ready. */
export function RecordingActions({ recording, onChanged }: RecordingActionsProps) {
  const t = useTranslations('recap')
  const showFailure = useFailureToast()
  const [isRenaming, setIsRenaming] = useState(false)
  const publishing = usePendingAction(
    async () => {
      await call(publishVideo, { params: { id: recording.id } })
      onChanged()
    },
    (error) => showFailure(error, { title: t('publishFailed') }),
  )
  return (
    <div className="flex flex-wrap gap-2.5">
      {!recording.isPublished && (
        <Button variant="action" pending={publishing.isPending} onClick={publishing.run}>
          {t('publish')}
        </Button>
      )}
      <Button onClick={() => setIsRenaming(true)}>
        <Pencil aria-hidden /> {t('rename')}
      </Button>
      <DeleteButton recording={recording} onChanged={onChanged} />
      {isRenaming && (
        <RenameDialog recording={recording} onClose={() => setIsRenaming(false)} onRenamed={onChanged} />
      )}
    </div>
  )
}

function DeleteButton({ recording: { id, title }, onChanged }: RecordingActionsProps) {
  const t = useTranslations('recap')
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = usePendingAction(
    async () => {
      await call(deleteVideo, { params: { id } })
      toast({ title: t('deleted') })
      setIsConfirming(false)
      onChanged()
    },
    (error) => showFailure(error, { title: t('deleteFailed') }),
  )
  return (
    <>
      <Button variant="ghost" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden /> {t('delete')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('deleteTitle', { title })}
        description={t('deleteText')}
        confirm={t('deleteConfirm')}
        danger={<Trash2 aria-hidden />}
        pending={deletion.isPending}
        onConfirm={deletion.run}
      />
    </>
  )
}
