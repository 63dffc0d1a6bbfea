import { type ComponentProps, useSyncExternalStore } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LocalFrame } from '#web/features/studio/creator-videos/details/local-frame.tsx'
import { ThumbnailField } from '#web/features/studio/creator-videos/details/thumbnail-field.tsx'
import type { ImageUpload } from '#web/features/studio/creator-videos/details/use-image-upload.ts'
import type { VideoForm } from '#web/features/studio/creator-videos/details/video-values.ts'
import type { VideoUpload } from '#web/features/studio/creator-videos/uploads/video-upload.ts'
import { ThumbnailPattern } from '#web/ui/pattern/placeholder-patterns.tsx'

type UploadThumbnailProps = {
  form: VideoForm
  upload: VideoUpload | null
  image: ImageUpload
  onDuration: (seconds: number) => void
}

/** The thumbnail of a video that is being uploaded: a custom image, or a frame of the local file. */
export function UploadThumbnail({ form, upload, image, onDuration }: UploadThumbnailProps) {
  const t = useTranslations('videoUpload')
  const [choice, title] = useWatch({ control: form.control, name: ['thumbnail', 'title'] })
  const choose = (thumbnail: typeof choice) => form.setValue('thumbnail', thumbnail, { shouldDirty: true })
  return (
    <ThumbnailField
      choice={choice}
      onChoose={choose}
      image={image}
      frames={
        upload ? (
          <FrameOf
            upload={upload}
            at={choice.at}
            onChoose={(at) => choose({ url: null, at })}
            onDuration={onDuration}
          />
        ) : (
          <>
            <p className="text-meta text-ink-3">{t('withoutImage')}</p>
            <div
              aria-hidden
              className="relative aspect-video overflow-hidden rounded-control bg-thread-night"
            >
              <ThumbnailPattern seed="upload" className="absolute inset-0" />
              {title && (
                <span className="absolute inset-x-[12%] top-1/2 line-clamp-2 -translate-y-1/2 bg-thread-night px-3.5 py-3 text-center font-display font-bold text-on-night [overflow-wrap:anywhere]">
                  {title}
                </span>
              )}
            </div>
          </>
        )
      }
    />
  )
}

type FrameOfProps = Omit<ComponentProps<typeof LocalFrame>, 'url'> & { upload: VideoUpload }

/** Nothing until the file can be read: without the file in this page, once the server has stored it. */
function FrameOf({ upload, ...props }: FrameOfProps) {
  useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const { previewUrl } = upload
  return previewUrl === null ? null : <LocalFrame key={previewUrl} url={previewUrl} {...props} />
}
