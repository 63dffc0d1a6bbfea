import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import type { Video } from '#shared/videos/videos.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { RecordingActions } from './recording-actions.tsx'
import { useBroadcastRecording } from './use-broadcast-recording.ts'

type RecordingStateProps = {
  stream: Stream
  /** Nothing is shown for a broadcast that was not to be recorded. */
  hidesUnrecorded?: boolean
}

/** The state of the last broadcast's recording: being prepared, ready with its actions, failed, or none. */
export function RecordingState({ stream, hidesUnrecorded = false }: RecordingStateProps) {
  const t = useTranslations('recap')
  const errorText = useErrorText()
  const { recording, isPending, isClosing, error, refetch } = useBroadcastRecording(stream)
  if (isPending) return <Skeleton className="h-6 w-full max-w-80" />
  if (recording) return <Recording recording={recording} onChanged={() => void refetch()} />
  if (error)
    return (
      <div className="grid justify-items-start gap-3">
        <Alert>{errorText(error)}</Alert>
        <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
      </div>
    )
  if (isClosing) return <Processing />
  if (hidesUnrecorded && !stream.settings.recordStream) return null
  return (
    <output className="block text-small text-ink-2">
      {t(stream.settings.recordStream ? 'noRecording' : 'notRecorded')}
    </output>
  )
}

function Recording({ recording, onChanged }: { recording: Video; onChanged: () => void }) {
  const t = useTranslations('recap')
  switch (recording.state) {
    case 'processing':
      return <Processing />
    case 'failed':
      return <Alert title={t('failed')}>{t.rich('failedText', { videos: videosLink })}</Alert>
    case 'ready':
      return <ReadyRecording recording={recording} onChanged={onChanged} />
    default:
      return recording.state satisfies never
  }
}

function Processing() {
  const t = useTranslations('recap')
  return (
    <output className="flex items-center gap-3 text-small text-ink-2">
      <Spinner />
      <span>{t.rich('processing', { videos: videosLink })}</span>
    </output>
  )
}

function ReadyRecording({ recording, onChanged }: { recording: Video; onChanged: () => void }) {
  const t = useTranslations('recap')
  const { id, title, isPublished, isPublic } = recording
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Link
          href={`/video/${id}`}
          className="min-w-0 font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
        <Badge variant={isPublished && isPublic ? 'ok' : 'plain'}>
          {t(isPublished ? (isPublic ? 'published' : 'private') : 'draft')}
        </Badge>
      </div>
      <output className="block text-small text-ink-2">
        {t.rich(isPublished ? 'publishedText' : 'draftText', { videos: videosLink })}
      </output>
      <RecordingActions recording={recording} onChanged={onChanged} />
    </div>
  )
}

const videosLink = (chunks: ReactNode) => (
  <Link href="/creator/videos" className="tap-area font-semibold text-link">
    {chunks}
  </Link>
)
