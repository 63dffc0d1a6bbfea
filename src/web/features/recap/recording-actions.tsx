import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos.ts'
import { useDeleteVideo } from '#web/lib/videos/use-delete-video.ts'
import { usePublishVideo } from '#web/lib/videos/use-video-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

type RecordingActionsProps = { recording: Video; onChanged: () => void }

/** Publish, rename and delete a recording that is ready. */
export function RecordingActions({ recording, onChanged }: RecordingActionsProps) {
  const t = useTranslations('recap')
  const [isRenaming, setIsRenaming] = useState(false)
  const publishing = usePublishVideo(recording.id, onChanged)
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
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = useDeleteVideo(id, () => {
    setIsConfirming(false)
    onChanged()
  })
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
