import { useState } from 'react'
import type { Video } from '#shared/videos/videos.ts'
import { useVideoSession } from '#web/features/videos/player/session/use-video-session.ts'
import { VideoPlayer } from '#web/features/videos/player/video-player.tsx'
import { OldLayout, type OldLayoutProps } from './old-layout.tsx'
import { ReplayedChat } from '#web/pages/video/replayed-chat.tsx'

type RecordedOldStreamProps = { recording: Video } & Omit<OldLayoutProps, 'player' | 'chat'>

/** The legacy page of an ended stream: its recording, and the chat in time with it. */
export function RecordedOldStream({ recording, ...layout }: RecordedOldStreamProps) {
  const session = useVideoSession(recording, null, `/stream-old/${layout.stream.id}`)
  const [element] = useState({ current: session.element })
  return (
    <OldLayout
      {...layout}
      player={<VideoPlayer session={session} />}
      chat={<ReplayedChat video={recording} player={element} />}
    />
  )
}
