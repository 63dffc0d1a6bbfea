import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MAX_DAYS_AHEAD } from '#shared/live/streams.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { DetailFields } from '#web/features/studio/creator-videos/details/detail-fields.tsx'
import { PublicSwitch } from '#web/features/studio/creator-videos/details/public-switch.tsx'
import { PublishTime } from '#web/features/studio/creator-videos/details/publish-time.tsx'
import { useImageUpload } from '#web/features/studio/creator-videos/details/use-image-upload.ts'
import {
  EMPTY_VIDEO,
  type VideoForm,
  type VideoFormValues,
  type VideoValues,
  videoValues,
} from '#web/features/studio/creator-videos/details/video-values.ts'
import { titleOf } from '#web/features/studio/creator-videos/uploads/video-file.ts'
import type { VideoUpload } from '#web/features/studio/creator-videos/uploads/video-upload.ts'
import {
  releaseCurrentUpload,
  videoUploads,
} from '#web/features/studio/creator-videos/uploads/video-uploads.ts'
import { fillField } from '#web/lib/forms/fill-field.ts'
import { fromLocalTime } from '#web/lib/format/local-time.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { UnfinishedList } from './unfinished-list.tsx'
import { UploadThumbnail } from './upload-thumbnail.tsx'
import { useChooseVideo } from './use-choose-video.ts'
import { useTitleFocus } from './use-title-focus.ts'
import { VideoFileCard } from './video-file-card.tsx'
import { clearVideoDraft, readVideoDraft, useVideoDraft } from './video-form-draft.ts'

type UploadFormProps = {
  userId: string
  /** Called when the user has decided about the video, even if its upload still runs. */
  onSubmitted: () => void
}

/**
 * The form of a new video. Its file is uploaded as soon as it is chosen; the details can be submitted while it is, and
 * survive a reload.
 */
export function UploadForm({ userId, onSubmitted }: UploadFormProps) {
  const t = useTranslations('videoUpload')
  const form: VideoForm = useForm<VideoFormValues, unknown, VideoValues>({
    resolver: zodResolver(videoValues, { error: useFieldText() }),
    defaultValues: readVideoDraft(userId) ?? EMPTY_VIDEO,
  })
  useVideoDraft(form, userId)
  const upload = useCurrentUpload()
  const { isChecking, choose } = useChooseVideo(userId)
  const [duration, setDuration] = useState<number | null>(null)
  const image = useImageUpload(form)
  const isImagePending = image.progress !== null
  usePrefilledTitle(form, upload)
  useTitleFocus(form, upload?.id)
  const isScheduled = useIsScheduled(form)
  const hasFailed = useHasFailed(upload)
  const submit = useSubmit(form, upload, isScheduled, () => {
    clearVideoDraft(userId)
    releaseCurrentUpload()
    onSubmitted()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!hasFailed) submit(true)
      }}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <UnfinishedList userId={userId} />
        <Section title={t('fileTitle')}>
          <VideoFileCard
            upload={upload}
            duration={upload && duration}
            isChecking={isChecking}
            onChoose={(file) => void choose(file)}
          />
        </Section>
        <Section title={t('detailsTitle')}>
          <DetailFields form={form} />
        </Section>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Section title={t('thumbnailTitle')}>
          <UploadThumbnail key={upload?.id ?? ''} {...{ form, upload, image }} onDuration={setDuration} />
        </Section>
        <Section title={t('publishTitle')}>
          <PublicSwitch form={form} />
          <PublishTime form={form} />
          <div className="grid gap-2.5">
            <Button type="submit" variant="action" pending={isImagePending} disabled={hasFailed}>
              {t(isScheduled ? 'schedule' : 'publish')}
            </Button>
            <Button pending={isImagePending} disabled={hasFailed} onClick={() => submit(false)}>
              {t('saveDraft')}
            </Button>
          </div>
        </Section>
      </div>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-4 md:px-[22px] md:py-5">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="text-[1.1875rem]">{title}</h2>
        {children}
      </section>
    </Card>
  )
}

/** The upload whose details this page shows. */
function useCurrentUpload(): VideoUpload | null {
  const { uploads, currentId } = useSyncExternalStore(videoUploads.subscribe, videoUploads.get)
  return uploads.find(({ id }) => id === currentId) ?? null
}

/** Whether the file was refused or could not be sent: it is tried again, or another one chosen, before it is submitted. */
function useHasFailed(upload: VideoUpload | null): boolean {
  return useSyncExternalStore(
    (listener) => upload?.state.subscribe(listener) ?? (() => {}),
    () => upload?.state.get().failure?.step === 'upload',
  )
}

/** Fills an empty title from the name of a new file. */
function usePrefilledTitle(form: VideoForm, upload: VideoUpload | null): void {
  useEffect(() => {
    if (upload && form.getValues('title').trim() === '') fillField(form, 'title', titleOf(upload.file.name))
  }, [form, upload])
}

/** Whether the video will be published at a time of the creator's choice. */
function useIsScheduled({ control }: VideoForm): boolean {
  const isPro = useCurrentUser()?.isPremium === true
  const [isPublic, publishAt] = useWatch({ control, name: ['isPublic', 'publishAt'] })
  return isPro && isPublic && publishAt !== ''
}

function useSubmit(
  form: VideoForm,
  upload: VideoUpload | null,
  isScheduled: boolean,
  onSubmitted: () => void,
) {
  const t = useTranslations('videoUpload')
  const showMissing = () =>
    toast({ variant: 'destructive', title: t('missing'), description: t('missingText') })
  return (isPublishing: boolean) =>
    void form.handleSubmit(
      (values) => {
        if (!upload) return showMissing()
        const { description, thumbnail, publishAt: localTime, ...details } = values
        const publishAt = isPublishing && isScheduled ? fromLocalTime(localTime) : null
        const problem = publishAt && findTimeProblem(publishAt)
        if (problem) {
          const message = problem === 'past' ? t('timePast') : t('timeFar')
          return form.setError('publishAt', { message }, { shouldFocus: true })
        }
        upload.submit({
          ...details,
          ...(description !== '' && { description }),
          thumbnailUrl: thumbnail.url,
          thumbnailAt: thumbnail.at,
          ...(publishAt ? { isPublished: false, publishAt } : { isPublished: isPublishing }),
        })
        onSubmitted()
      },
      () => {
        const { title, category } = form.getValues()
        if (!upload || title.trim() === '' || category === '') showMissing()
      },
    )()
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The server refuses such a time only when the file has arrived. */
function findTimeProblem(publishAt: string): 'past' | 'far' | null {
  const aheadMs = Date.parse(publishAt) - Date.now()
  if (aheadMs <= 0) return 'past'
  return aheadMs > MAX_DAYS_AHEAD * DAY_MS ? 'far' : null
}
