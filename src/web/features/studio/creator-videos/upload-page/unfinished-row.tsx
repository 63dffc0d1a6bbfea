import { useTranslations } from 'use-intl/react'
import type { UnfinishedUpload } from '#shared/media/uploads.ts'
import { continueReceivedUpload } from '#web/features/studio/creator-videos/uploads/begin-upload.ts'
import { VIDEO_ACCEPT } from '#web/features/studio/creator-videos/uploads/video-file.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { UploadBar } from '#web/ui/forms/upload-bar.tsx'
import { DiscardUpload } from './discard-upload.tsx'
import { useChooseVideo } from './use-choose-video.ts'

type UnfinishedRowProps = { upload: UnfinishedUpload; userId: string; onDiscard: () => Promise<void> }

/** An interrupted upload: choosing the same file again continues it. One that has arrived needs no file. */
export function UnfinishedRow({ upload, userId, onDiscard }: UnfinishedRowProps) {
  const t = useTranslations('videoUpload')
  const fileSize = useFileSize()
  const { isChecking, choose } = useChooseVideo(userId)
  const { fileName, received, fileSize: size, fingerprint } = upload
  const isReceived = received >= size
  // Without a fingerprint, nothing tells whether a chosen file is the same.
  const needsFile = !isReceived && fingerprint !== null
  return (
    <li className="grid gap-2">
      <p className="text-small font-bold [overflow-wrap:anywhere]">
        <bdi>{fileName}</bdi>
      </p>
      <UploadBar
        label={t('received', { received: fileSize(received), size: fileSize(size) })}
        progress={size > 0 ? received / size : 0}
      />
      {needsFile && <p className="text-small text-ink-2">{t('unfinishedText')}</p>}
      <div className="flex flex-wrap gap-2">
        {isReceived && (
          <Button
            size="sm"
            aria-label={t('addDetailsOf', { name: fileName })}
            onClick={() => continueReceivedUpload(upload, userId)}
          >
            {t('addDetails')}
          </Button>
        )}
        {needsFile && (
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
        <DiscardUpload upload={upload} onDiscard={onDiscard} />
      </div>
    </li>
  )
}
