import { FileVideo } from '#web/ui/icons/file-video.tsx'
import { Upload } from '#web/ui/icons/upload.tsx'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { UploadControls, UploadProgress } from '#web/features/studio/creator-videos/uploads/upload-row.tsx'
import { VIDEO_ACCEPT } from '#web/features/studio/creator-videos/uploads/video-file.ts'
import type { VideoUpload } from '#web/features/studio/creator-videos/uploads/video-upload.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { useFileDrop } from '#web/lib/hooks/use-file-drop.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'

type VideoFileCardProps = {
  upload: VideoUpload | null
  /** Seconds, where the browser can play the file. */
  duration: number | null
  isChecking: boolean
  onChoose: (file: File) => void
}

/** The file of the video: a place to drop or pick one, then its upload. */
export function VideoFileCard({ upload, duration, isChecking, onChoose }: VideoFileCardProps) {
  return upload ? (
    <ChosenFile upload={upload} duration={duration} />
  ) : (
    <DropZone isChecking={isChecking} onChoose={onChoose} />
  )
}

function DropZone({ isChecking, onChoose }: Pick<VideoFileCardProps, 'isChecking' | 'onChoose'>) {
  const t = useTranslations('videoUpload')
  const { isOver, ...dropHandlers } = useFileDrop(onChoose)
  return (
    <div
      {...dropHandlers}
      className={`grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 rounded-card border-[1.5px] border-dashed px-4 py-8 text-center ${isOver ? 'border-link bg-link-soft' : 'border-line-strong'}`}
    >
      <Upload aria-hidden className="size-7 stroke-[1.9] text-ink-2" />
      <p className="text-body font-bold max-md:hidden">{t('drop')}</p>
      <FileButton
        label={t('file')}
        accept={VIDEO_ACCEPT}
        pending={isChecking}
        onPick={onChoose}
        className="max-w-full whitespace-normal"
      >
        {t('chooseFile')}
      </FileButton>
      <p className="text-meta text-ink-3">{t('startsAtOnce')}</p>
    </div>
  )
}

function ChosenFile({ upload, duration }: Pick<VideoFileCardProps, 'duration'> & { upload: VideoUpload }) {
  const fileSize = useFileSize()
  useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const { name, size } = upload.file
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3.5">
        <span className="grid size-12 flex-none place-items-center rounded-control bg-raised">
          <FileVideo aria-hidden className="size-6 stroke-[1.9]" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-bold">
            <bdi>{name}</bdi>
          </p>
          <p className="num text-meta text-ink-3">
            {fileSize(size)}
            {duration !== null && ` · ${formatDuration(duration)}`}
          </p>
        </div>
        <UploadControls upload={upload} name={name} />
      </div>
      <UploadProgress upload={upload} />
    </div>
  )
}
