import { useTranslations } from 'use-intl/react'
import type { UnfinishedUpload } from '#shared/uploads.ts'
import { useUnfinishedUploads } from '#web/features/creator-videos/uploads/use-unfinished-uploads.ts'
import { continueReceivedUpload } from '#web/features/creator-videos/uploads/begin-upload.ts'
import { VIDEO_ACCEPT } from '#web/features/creator-videos/uploads/video-file.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { useFileSize } from '#web/lib/uploads/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { UploadBar } from '#web/ui/forms/upload-bar.tsx'
import { useChooseVideo } from './use-choose-video.ts'

/**
 * Uploads that a reload or another session interrupted: choosing the same file again continues them. One that has arrived needs no
 * file.
 */
export function UnfinishedList({ userId }: { userId: string }) {
  const t = useTranslations('videoUpload')
  const { unfinished, discard } = useUnfinishedUploads()
  if (unfinished.length === 0) return null
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2>{t('unfinished')}</h2>
      {!unfinished.every(isReceived) && <p className="text-small text-ink-2">{t('unfinishedText')}</p>}
      <ul className="grid gap-4">
        {unfinished.map((upload) => (
          <Unfinished key={upload.id} upload={upload} userId={userId} onDiscard={() => discard(upload)} />
        ))}
      </ul>
    </Card>
  )
}

const isReceived = ({ received, fileSize }: UnfinishedUpload) => received >= fileSize

type UnfinishedProps = { upload: UnfinishedUpload; userId: string; onDiscard: () => Promise<void> }

function Unfinished({ upload, userId, onDiscard }: UnfinishedProps) {
  const t = useTranslations('videoUpload')
  const fileSize = useFileSize()
  const { isChecking, choose } = useChooseVideo(userId)
  const showFailure = useFailureToast()
  const { isPending, run } = usePendingAction(onDiscard, (error) =>
    showFailure(error, { title: t('discardFailed') }),
  )
  const { fileName, received, fileSize: size, fingerprint } = upload
  return (
    <li className="grid gap-2">
      <p className="text-small font-bold [overflow-wrap:anywhere]">
        <bdi>{fileName}</bdi>
      </p>
      <UploadBar
        label={t('received', { received: fileSize(received), size: fileSize(size) })}
        progress={size > 0 ? received / size : 0}
      />
      <div className="flex flex-wrap gap-2">
        {isReceived(upload) && (
          <Button
            size="sm"
            aria-label={t('addDetailsOf', { name: fileName })}
            onClick={() => continueReceivedUpload(upload, userId)}
          >
            {t('addDetails')}
          </Button>
        )}
        {/* Without a fingerprint, nothing tells whether a chosen file is the same. */}
        {!isReceived(upload) && fingerprint !== null && (
          <FileButton
            label={t('sameFile', { name: fileName })}
            aria-label={t('chooseAgainNamed', { name: fileName })}
            accept={VIDEO_ACCEPT}
            size="sm"
            pending={isChecking}
            onPick={(file) => void choose(file, upload)}
          >
            {t('chooseAgain')}
          </FileButton>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('discardNamed', { name: fileName })}
          pending={isPending}
          onClick={run}
        >
          {t('discard')}
        </Button>
      </div>
    </li>
  )
}
