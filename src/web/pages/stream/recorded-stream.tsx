import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos.ts'
import { useVideoSession } from '#web/features/player/session/use-video-session.ts'
import { VideoPlayer } from '#web/features/player/video-player.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ReplayedChat } from './replayed-chat.tsx'
import { StreamLayout, type StreamLayoutProps } from './stream-layout.tsx'

type RecordedStreamProps = { recording: Video; ownerRecording: ReactNode } & Pick<
  StreamLayoutProps,
  'stream' | 'tipButton' | 'isLive' | 'startedAt' | 'viewerCount'
>

/** An ended stream: its recording, and the chat in time with it. */
export function RecordedStream({ recording, ownerRecording, ...layout }: RecordedStreamProps) {
  const { stream } = layout
  const t = useTranslations('stream')
  const session = useVideoSession(recording, null, `/stream/${stream.id}`)
  const [element] = useState({ current: session.element })
  return (
    <StreamLayout
      {...layout}
      player={<VideoPlayer session={session} />}
      chat={
        <div className="order-1 min-w-0 lg:order-none lg:row-span-3">
          <ReplayedChat video={recording} player={element} />
        </div>
      }
      notice={
        <>
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
          {ownerRecording}
        </>
      }
    />
  )
}
