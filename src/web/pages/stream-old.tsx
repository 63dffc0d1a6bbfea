import { Suspense, useState } from 'react'
import type { Stream } from '#shared/live/streams.ts'
import { Player } from '#web/features/live/live/watch/player.tsx'
import { useWatch } from '#web/features/live/live/watch/use-watch.ts'
import { TapToPlay } from '#web/features/live/live/watch/tap-to-play.tsx'
import { WithStream } from '#web/features/live/live/stream/with-stream.tsx'
import { lazyPage } from '#web/shell/page-boundary.tsx'
import { useStreamRecording } from '#web/features/videos/videos/use-stream-recording.ts'
import { useEndOfRecording } from '#web/features/media/shared/playback/use-end-of-recording.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { OldLayout } from './stream/old-layout.tsx'

/** `/stream-old/:streamId`: the legacy layout of the same player and chat. */
export function StreamOldPage({ streamId }: { streamId: string }) {
  return <WithStream streamId={streamId}>{(stream) => <Watch key={stream.id} stream={stream} />}</WithStream>
}

function Watch({ stream }: { stream: Stream }) {
  usePageTitle(stream.title)
  const [shouldPlay, setShouldPlay] = useState(() => !prefersReducedData())
  const { status, player } = useWatch(stream, { isEnabled: shouldPlay })
  const recording = useStreamRecording(stream, status.isLive)
  useEndOfRecording(`/stream-old/${stream.id}`, status.isLive)
  const layout = { stream, ...status }
  if (recording && !player.isBanned)
    return (
      <Suspense
        fallback={<OldLayout {...layout} player={<div className="aspect-video bg-thread-night" />} />}
      >
        <RecordedOldStream key={recording.id} {...layout} recording={recording} />
      </Suspense>
    )
  return (
    <OldLayout
      {...layout}
      player={
        shouldPlay || !status.isLive ? (
          <Player {...player} isFramed onRetry={() => location.reload()} />
        ) : (
          <TapToPlay onPlay={() => setShouldPlay(true)} />
        )
      }
    />
  )
}

// A live stream does not need the player of recordings.
const RecordedOldStream = lazyPage(
  async () => (await import('./stream/recorded-old-stream.tsx')).RecordedOldStream,
)
