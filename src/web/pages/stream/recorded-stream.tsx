import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { useVideoSession } from '#web/features/videos/player/session/use-video-session.ts'
import type { Theatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { VideoPlayer } from '#web/features/videos/player/video-player.tsx'
import { VideoComments } from '#web/pages/video/video-comments.tsx'
import { VideoTimesContext } from '#web/features/videos/shared/text/video-times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ReplayedChat } from '#web/pages/video/replayed-chat.tsx'
import { useVideoTimes } from '#web/pages/video/use-video-times.ts'
import { VideoIcons, VideoSafety, VideoTools } from '#web/pages/video/video-tools.tsx'
import { StreamLayout, type StreamLayoutProps } from './stream-layout.tsx'

type RecordedStreamProps = { recording: Video; theatre: Theatre; ownerRecording: ReactNode } & Pick<
  StreamLayoutProps,
  'stream' | 'isTheatre' | 'tipButton' | 'isLive' | 'startedAt' | 'viewerCount'
>

/** An ended stream: its recording with the chat in time with it, and the likes, comments and views of that video. */
export function RecordedStream({ recording, theatre, ownerRecording, ...layout }: RecordedStreamProps) {
  const { stream } = layout
  const t = useTranslations('stream')
  const session = useVideoSession(recording, null, `/stream/${stream.id}`)
  const times = useVideoTimes(session, recording.duration)
  const tools = { video: recording, session }
  const [element] = useState({ current: session.element })
  return (
    <StreamLayout
      {...layout}
      player={<VideoPlayer session={session} theatre={theatre} />}
      chat={<ReplayedChat video={recording} player={element} />}
      recorded={{
        facts: (
          <>
            <Badge>{t('isRecording')}</Badge>
            <span className="num">{t('recordingViews', { count: recording.viewsCount })}</span>
          </>
        ),
        tools: <VideoTools {...tools} />,
        icons: <VideoIcons {...tools} />,
        safety: <VideoSafety {...tools} />,
        comments: (
          <VideoTimesContext value={times}>
            <VideoComments video={recording} />
          </VideoTimesContext>
        ),
      }}
      notice={
        <>
          {stream.viewer.isOwner && (
            <p className="text-small">
              <Link href={`/stream/${stream.id}/broadcast`} className="tap-area font-semibold text-link">
                {t('openStudio')}
              </Link>
            </p>
          )}
          {ownerRecording}
        </>
      }
    />
  )
}
