import { File as FileIcon } from '#web/ui/icons/file.tsx'
import { Image } from '#web/ui/icons/image.tsx'
import { Video } from '#web/ui/icons/video.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { isRefusedFile } from '#web/features/media/shared/uploads/upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { UploadBar } from '#web/ui/forms/upload-bar.tsx'
import type { Attachment } from './post-draft.ts'

type AttachmentPreviewProps = { attachment: Attachment; onRemove: () => void; onRetry: () => void }

/** The attached file: preview, name, upload progress and error. */
export function AttachmentPreview({ attachment, onRemove, onRetry }: AttachmentPreviewProps) {
  const t = useTranslations('composer')
  const errorText = useErrorText()
  const { file, kind, state, progress, isConnected, error, hasLostMotion, hasLostSound } = attachment
  const { icon, preview } = usePreview(attachment)
  // A video can take minutes after its last byte.
  const sending = progress < 1 ? t('uploading') : t('preparing')
  const label = isConnected ? sending : t('waitingForNetwork')
  return (
    <div className="grid gap-2.5">
      <div
        className={`relative overflow-hidden rounded-control bg-sunken ${preview ? 'min-h-28' : 'flex min-h-16 items-center'}`}
      >
        {preview}
        <Badge
          variant="video"
          className={`max-w-[calc(100%-80px)] ${preview ? `absolute start-2 ${kind === 'video' ? 'top-2' : 'bottom-2'}` : 'ms-2'}`}
        >
          {icon}
          <span className="truncate">
            <bdi>{file.name}</bdi>
          </span>
        </Badge>
        <IconButton
          label={t('remove', { name: file.name })}
          variant="video"
          onClick={onRemove}
          className="absolute end-2 top-2 bg-video-plate"
        >
          <X aria-hidden />
        </IconButton>
      </div>
      {state === 'uploading' && <UploadBar label={label} progress={progress} />}
      <output className="sr-only">{state === 'uploading' && label !== t('uploading') && label}</output>
      {hasLostMotion && <output className="text-meta text-ink-3">{t('animationDropped')}</output>}
      {hasLostSound && <output className="text-meta text-ink-3">{t('audioDropped')}</output>}
      {state === 'failed' && (
        <Alert title={t('uploadFailed')}>
          <p>{errorText(error)}</p>
          {!isRefusedFile(error) && (
            <Button size="sm" onClick={onRetry} className="mt-2">
              {t('tryAgain')}
            </Button>
          )}
        </Alert>
      )}
    </div>
  )
}

/** A preview, where the browser can decode the file (not every phone's image format). */
function usePreview({ kind, previewUrl }: Attachment) {
  const [isUndecodable, setIsUndecodable] = useState(false)
  const mediaClass = 'mx-auto block max-h-[310px] w-full'
  if (kind === 'image')
    return {
      icon: <Image aria-hidden />,
      preview: isUndecodable ? null : (
        <img
          src={previewUrl}
          alt=""
          className={`${mediaClass} object-cover`}
          onError={() => setIsUndecodable(true)}
        />
      ),
    }
  if (kind === 'video')
    return {
      icon: <Video aria-hidden />,
      preview: isUndecodable ? null : (
        <video
          src={previewUrl}
          controls
          muted
          playsInline
          preload="metadata"
          className={`${mediaClass} bg-thread-night object-contain`}
          onError={() => setIsUndecodable(true)}
        />
      ),
    }
  return { icon: <FileIcon aria-hidden />, preview: null }
}
