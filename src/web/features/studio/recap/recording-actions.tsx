import { Pencil } from '#web/ui/icons/pencil.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos/videos.ts'
import { DeleteVideoDialog } from '#web/features/studio/shared/creator-videos/delete-video-dialog.tsx'
import { usePublishVideo } from '#web/features/studio/shared/creator-videos/use-video-actions.ts'
import { Button } from '#web/ui/button.tsx'
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

function DeleteButton({ recording, onChanged }: RecordingActionsProps) {
  const t = useTranslations('recap')
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden /> {t('delete')}
      </Button>
      <DeleteVideoDialog
        video={recording}
        open={isConfirming}
        onOpenChange={setIsConfirming}
        onDeleted={onChanged}
      />
    </>
  )
}
