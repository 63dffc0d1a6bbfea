import { useFormatter, useTranslations } from 'use-intl/react'
import type { Video, VideoFailure, VideoNotice } from '#shared/videos/videos.ts'
import { PublishMoment } from '#web/features/studio/creator-videos/details/publish-moment.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** Whether a video is published or when it will be, how far its processing is, and why it failed. */
export function VideoStateBadge({ video }: { video: Video }) {
  const t = useTranslations('videos')
  const format = useFormatter()
  const failureText = useFailureText()
  const noticeText = useNoticeText()
  const { state, isPublished, isPublic, progress, failure, notice, publishAt } = video
  if (state === 'failed')
    return (
      <div className="grid max-w-[36ch] justify-items-start gap-1">
        <Badge variant="bad">{t('failed')}</Badge>
        <p className="text-meta text-danger">{failureText(failure ?? 'internal')}</p>
      </div>
    )
  const draft = publishAt === null ? t('draft') : t('scheduled')
  const name = isPublished ? (isPublic ? t('published') : t('private')) : draft
  const isOpenToAll = isPublished && isPublic && state === 'ready'
  const percent = format.number((progress ?? 0) / 100, 'percent')
  return (
    <div className="grid justify-items-start gap-1">
      <Badge variant={isOpenToAll ? 'ok' : publishAt === null ? 'plain' : 'info'}>{name}</Badge>
      {publishAt !== null && (
        <p className="text-meta text-balance text-ink-2">
          <PublishMoment at={publishAt} />
        </p>
      )}
      {state === 'processing' && <p className="num text-meta text-ink-2">{t('processing', { percent })}</p>}
      {state === 'ready' && progress !== null && (
        <p className="num text-meta text-ink-2">{t('moreQualities', { percent })}</p>
      )}
      {notice !== null && <p className="max-w-[36ch] text-meta text-ink-2">{noticeText(notice)}</p>}
      {/* The percentage changes every second: only the state is announced. */}
      <output className="sr-only">{state === 'processing' ? t('preparing') : ''}</output>
    </div>
  )
}

function useFailureText(): (failure: VideoFailure) => string {
  const t = useTranslations('videos')
  return (failure) => {
    switch (failure) {
      case 'unreadable':
        return t('failure.unreadable')
      case 'empty':
        return t('failure.empty')
      case 'noVideo':
        return t('failure.noVideo')
      case 'unsupportedCodec':
        return t('failure.unsupportedCodec')
      case 'tooLarge':
        return t('failure.tooLarge')
      case 'tooLong':
        return t('failure.tooLong')
      case 'tooManyTracks':
        return t('failure.tooManyTracks')
      case 'repeatsData':
        return t('failure.repeatsData')
      case 'tooCostly':
        return t('failure.tooCostly')
      case 'storageFull':
        return t('failure.storageFull')
      case 'notRecorded':
        return t('failure.notRecorded')
      case 'internal':
        return t('failure.internal')
      default:
        return failure satisfies never
    }
  }
}

function useNoticeText(): (notice: VideoNotice) => string {
  const t = useTranslations('videos')
  return (notice) => {
    switch (notice) {
      case 'unreadableAudio':
        return t('notice.unreadableAudio')
      default:
        return notice satisfies never
    }
  }
}
