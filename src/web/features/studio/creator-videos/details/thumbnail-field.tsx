import { Image as ImageIcon } from '#web/ui/icons/image.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useFileDrop } from '#web/lib/hooks/use-file-drop.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { UploadBar } from '#web/ui/forms/upload-bar.tsx'
import type { ImageUpload } from './use-image-upload.ts'
import type { ThumbnailChoice } from './video-values.ts'

type ThumbnailFieldProps = {
  choice: ThumbnailChoice
  onChoose: (choice: ThumbnailChoice) => void
  image: ImageUpload
  /** Shown, with a way to choose a frame of the video, while no custom image is chosen. */
  frames: ReactNode
}

/** The thumbnail of a video: a custom image, or a frame of the video. */
export function ThumbnailField({ choice, onChoose, image, frames }: ThumbnailFieldProps) {
  const t = useTranslations('videoDetails')
  const { progress, upload: choose } = image
  const { isOver, ...dropHandlers } = useFileDrop(choose)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div
        {...dropHandlers}
        className={`grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 rounded-card border-[1.5px] border-dashed p-4 text-center ${isOver ? 'border-link bg-link-soft' : 'border-line-strong'}`}
      >
        <ImageIcon aria-hidden className="size-6 stroke-[1.9] text-ink-2" />
        <FileButton
          label={t('image')}
          accept="image/*"
          variant="ghost"
          onPick={choose}
          className="max-w-full whitespace-normal"
        >
          {t('chooseImage')}
        </FileButton>
        <p className="text-meta text-ink-3">{t('imageHint')}</p>
      </div>
      {progress !== null && <UploadBar label={t('imageUploading')} progress={progress} />}
      {choice.url === null ? (
        frames
      ) : (
        <>
          <img
            src={choice.url}
            alt={t('imageAlt')}
            width={1280}
            height={720}
            className="aspect-video h-auto w-full rounded-control bg-sunken object-cover"
          />
          <Button
            variant="ghost"
            onClick={() => onChoose({ url: null, at: null })}
            className="justify-self-start"
          >
            {t('removeImage')}
          </Button>
        </>
      )}
    </div>
  )
}
