import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { EmbedFrame, EmbedMessage } from '#web/features/videos/embed/embed-frame.tsx'
import { Player } from '#web/features/live/live/watch/player.tsx'
import { TapToPlay } from '#web/features/live/live/watch/tap-to-play.tsx'
import { useWatch } from '#web/features/live/live/watch/use-watch.ts'
import { lazyPage } from '#web/shell/page-boundary.tsx'
import { useStreamRecording } from '#web/features/videos/videos/use-stream-recording.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { useStream } from '#web/features/live/shared/streams/use-stream.ts'
import { LiveBadge } from '#web/ui/badge.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/embed/stream/:streamId`: the player of a public stream, for the frames of other sites. */
export function EmbedStreamPage({ streamId }: { streamId: string }) {
  const t = useTranslations('embed')
  const { data: stream, error } = useStream(streamId)
  const isHidden = stream ? !stream.settings.isPublic : error instanceof ApiError && error.status === 404
  if (isHidden) return <EmbedMessage title={t('notFoundTitle')} text={t('notFoundText')} />
  if (stream) return <Watch key={stream.id} stream={stream} />
  return error ? <EmbedMessage title={t('loadFailed')} /> : <PageSpinner />
}

function Watch({ stream }: { stream: Stream }) {
  const [shouldPlay, setShouldPlay] = useState(() => !prefersReducedData())
  const { status, player } = useWatch(stream, { isEnabled: shouldPlay })
  const recording = useStreamRecording(stream, status.isLive)
  if (recording && !player.isBanned)
    return (
      <EmbedFrame title={stream.title} href={`/stream/${stream.id}`}>
        <Suspense fallback={<PageSpinner />}>
          <FramedPlayer key={recording.id} video={recording} />
        </Suspense>
      </EmbedFrame>
    )
  return (
    <EmbedFrame
      title={stream.title}
      href={`/stream/${stream.id}`}
      badge={<LiveBadge live={status.isLive} className="ms-auto" />}
    >
      <div className="w-full [&>*]:max-h-dvh [&>*]:rounded-none!">
        {shouldPlay || !status.isLive ? (
          <Player {...player} isFramed />
        ) : (
          <TapToPlay onPlay={() => setShouldPlay(true)} />
        )}
      </div>
    </EmbedFrame>
  )
}

// A live stream does not need the player of recordings.
const FramedPlayer = lazyPage(
  async () => (await import('#web/features/videos/player/framed-player.tsx')).FramedPlayer,
)
