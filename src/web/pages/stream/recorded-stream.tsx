import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/streams.ts'
import type { Video } from '#shared/videos.ts'
import { ChatEmoji } from '#web/features/chat/emoji/chat-emoji.tsx'
import { ReplayedRow } from '#web/features/chat/list/replayed-row.tsx'
import { ReplayedHighlights } from '#web/features/chat/tips/replayed-highlights.tsx'
import { useVideoSession } from '#web/features/player/session/use-video-session.ts'
import { VideoPlayer } from '#web/features/player/video-player.tsx'
import { ReplayPanel } from '#web/features/videos/replay-panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { StreamLayout, type StreamLayoutProps } from './stream-layout.tsx'

type Status = Pick<StreamLayoutProps, 'isLive' | 'startedAt' | 'viewerCount'>
type RecordedStreamProps = { stream: Stream; status: Status; recording: Video }

/** An ended stream: its recording, and the chat in time with it. */
export function RecordedStream({ stream, status, recording }: RecordedStreamProps) {
  const t = useTranslations('stream')
  const session = useVideoSession(recording, null, `/stream/${stream.id}`)
  const [element] = useState({ current: session.element })
  return (
    <StreamLayout
      stream={stream}
      {...status}
      player={<VideoPlayer session={session} />}
      chat={
        <div className="order-1 min-w-0 lg:order-none lg:row-span-3">
          <ChatEmoji creatorId={stream.streamerId} isOffered={stream.streamer.isPremium}>
            <ReplayPanel
              video={recording}
              player={element}
              renderRow={(replayed) => (
                <ReplayedRow key={replayed.message.id} replayed={replayed} streamerId={stream.streamerId} />
              )}
              renderHighlights={(tips) => <ReplayedHighlights tips={tips} />}
            />
          </ChatEmoji>
        </div>
      }
      notice={
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ink-2">
          <Badge>{t('isRecording')}</Badge>
          <Link href={`/video/${recording.id}`} className="tap-area font-semibold text-link">
            {t('openRecording')}
          </Link>
          {stream.viewer.isOwner && (
            <Link href={`/stream/${stream.id}/broadcast`} className="tap-area font-semibold text-link">
              {t('openStudio')}
            </Link>
          )}
        </p>
      }
    />
  )
}
