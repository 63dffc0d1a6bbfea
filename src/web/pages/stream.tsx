import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { Player } from '#web/features/live/live/watch/player.tsx'
import { useWatch } from '#web/features/live/live/watch/use-watch.ts'
import { TapToPlay } from '#web/features/live/live/watch/tap-to-play.tsx'
import { WithStream } from '#web/features/live/live/stream/with-stream.tsx'
import { focusChatField } from '#web/features/live/chat/composer/focus-chat-field.ts'
import { useTheatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { lazyPage } from '#web/shell/page-boundary.tsx'
import { useTip } from '#web/features/money/tips/tip-button.tsx'
import { useStreamRecording } from '#web/features/videos/videos/use-stream-recording.ts'
import { PHONE_PLAYER_CLASS, PlayerTopRow } from '#web/features/media/shared/playback/player-top-row.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useEndOfRecording } from '#web/features/media/shared/playback/use-end-of-recording.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { Button } from '#web/ui/button.tsx'
import { StreamLayout } from './stream/stream-layout.tsx'

/** `/stream/:streamId`: player and chat. Public streams are open to everyone. */
export function StreamPage({ streamId }: { streamId: string }) {
  return (
    <WithStream streamId={streamId}>{(stream) => <WatchPage key={stream.id} stream={stream} />}</WithStream>
  )
}

/** The tip dialog stays, with its payment, when the recording replaces the live player. */
function WatchPage({ stream }: { stream: Stream }) {
  const isCompact = usePhoneLayout() !== null
  const { button, dialog } = useTip({ creator: stream.streamer, streamId: stream.id, isCompact })
  return (
    <>
      <Watch stream={stream} tipButton={button} />
      {dialog}
    </>
  )
}

function Watch({ stream, tipButton }: { stream: Stream; tipButton: ReactNode }) {
  usePageTitle(stream.title)
  const [shouldPlay, setShouldPlay] = useState(() => !prefersReducedData())
  const { status, player } = useWatch(stream, { isEnabled: shouldPlay })
  const theatre = useTheatre()
  const recording = useStreamRecording(stream, status.isLive)
  useEndOfRecording(`/stream/${stream.id}`, status.isLive)
  const layout = { stream, tipButton, isTheatre: theatre.isOn, ...status }
  const hasEnded = stream.startedAt !== null && !status.isLive
  const ownerRecording = stream.viewer.isOwner && hasEnded && (
    <Suspense fallback={null}>
      <OwnerRecording key={stream.startedAt} stream={stream} />
    </Suspense>
  )
  if (recording && !player.isBanned)
    return (
      <Suspense fallback={<StreamLayout {...layout} {...LOADING_RECORDING} />}>
        <RecordedStream
          key={recording.id}
          {...layout}
          recording={recording}
          theatre={theatre}
          ownerRecording={ownerRecording}
        />
      </Suspense>
    )
  return (
    <StreamLayout
      {...layout}
      notice={ownerRecording}
      player={
        shouldPlay || !status.isLive ? (
          <Player
            {...player}
            theatre={theatre}
            onChat={stream.settings.allowChat ? focusChatField : undefined}
            offlineAction={stream.viewer.isOwner && <StudioLink stream={stream} />}
          />
        ) : (
          <TapToPlay onPlay={() => setShouldPlay(true)} />
        )
      }
    />
  )
}

// A live stream does not need the player of recordings.
const RecordedStream = lazyPage(async () => (await import('./stream/recorded-stream.tsx')).RecordedStream)

const OwnerRecording = lazyPage(async () => (await import('./stream/owner-recording.tsx')).OwnerRecording)

const LOADING_RECORDING = {
  player: (
    <div className={`relative aspect-video w-full bg-thread-night md:rounded-card ${PHONE_PLAYER_CLASS}`}>
      <PlayerTopRow />
    </div>
  ),
  chat: <div />,
}

/** The owner's link under 'Stream Offline'. */
function StudioLink({ stream }: { stream: Stream }) {
  const t = useTranslations('stream')
  return (
    <Button asChild variant="action">
      <Link href={`/stream/${stream.id}/broadcast`}>{t('openStudio')}</Link>
    </Button>
  )
}
