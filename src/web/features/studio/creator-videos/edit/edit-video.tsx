import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { updateVideo } from '#shared/videos/creator-videos.ts'
import type { Video } from '#shared/videos/videos.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { CREATOR_VIDEOS_KEY } from '#web/features/studio/shared/creator-videos/creator-videos-key.ts'
import { DetailFields } from '#web/features/studio/creator-videos/details/detail-fields.tsx'
import { PreviewFrames } from '#web/features/studio/creator-videos/details/preview-frames.tsx'
import { PublicSwitch } from '#web/features/studio/creator-videos/details/public-switch.tsx'
import { PublishTime } from '#web/features/studio/creator-videos/details/publish-time.tsx'
import { ThumbnailField } from '#web/features/studio/creator-videos/details/thumbnail-field.tsx'
import {
  type ImageUpload,
  useImageUpload,
} from '#web/features/studio/creator-videos/details/use-image-upload.ts'
import {
  VIDEO_FIELDS,
  type VideoForm,
  type VideoFormValues,
  type VideoValues,
  videoValues,
} from '#web/features/studio/creator-videos/details/video-values.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Captions } from './captions.tsx'
import { getVideoChange, toInputTime } from './video-change.ts'

/** A dialog to change the details, the thumbnail and the captions of a video. */
export function EditVideo({ video, onClose }: { video: Video; onClose: () => void }) {
  const t = useTranslations('videoEdit')
  const formId = useId()
  // Changes of other pages while the dialog is open do not overwrite the input, nor does saving overwrite them.
  const [initial] = useState(video)
  const form: VideoForm = useForm<VideoFormValues, unknown, VideoValues>({
    resolver: zodResolver(videoValues, { error: useFieldText() }),
    defaultValues: toFormValues(initial),
  })
  const save = useSave(initial, form, onClose)
  const { isSubmitting } = form.formState
  const image = useImageUpload(form)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="action"
            pending={isSubmitting || image.progress !== null}
            pendingText={t(isSubmitting ? 'saving' : 'save')}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void form.handleSubmit(save)(event)}
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
      >
        <DetailFields form={form} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PublicSwitch form={form} />
          {!initial.isPublished && <PublishTime form={form} />}
        </div>
        <section aria-label={t('thumbnail')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h3>{t('thumbnail')}</h3>
          <Thumbnail form={form} video={video} image={image} />
        </section>
      </form>
      <Captions video={video} />
    </Dialog>
  )
}

type ThumbnailProps = { form: VideoForm; video: Video; image: ImageUpload }

function Thumbnail({ form, video, image }: ThumbnailProps) {
  const choice = useWatch({ control: form.control, name: 'thumbnail' })
  const choose = (thumbnail: typeof choice) => form.setValue('thumbnail', thumbnail, { shouldDirty: true })
  return (
    <ThumbnailField
      choice={choice}
      onChoose={choose}
      image={image}
      frames={<PreviewFrames video={video} at={choice.at} onChoose={(at) => choose({ url: null, at })} />}
    />
  )
}

function useSave(initial: Video, form: VideoForm, onSaved: () => void) {
  const t = useTranslations('videoEdit')
  const client = useQueryClient()
  const showFailure = useFailureToast()
  return async (values: VideoValues) => {
    const body = getVideoChange(initial, values)
    try {
      if (Object.keys(body).length > 0) {
        await call(updateVideo, { params: { id: initial.id }, body })
        toast({ title: t('saved') })
        void client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
        void client.invalidateQueries({ queryKey: ['videos', initial.id] })
      }
      onSaved()
    } catch (error) {
      if (!showFieldErrors(form, VIDEO_FIELDS, error))
        showFailure(error, { title: t('failed'), description: apiText(error) ?? t('failedText') })
    }
  }
}

function toFormValues({ title, description, category, tags, isPublic, publishAt }: Video): VideoFormValues {
  const details = { title, description: description ?? '', category, tags: tags.join(', '), isPublic }
  return { ...details, publishAt: toInputTime(publishAt), thumbnail: { url: null, at: null } }
}
