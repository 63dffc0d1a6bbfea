import type { Video } from '#shared/videos/videos.ts'
import { useFramedSession } from './session/use-video-session.ts'
import { VideoPlayer } from './video-player.tsx'

/** The player of a video that fills the frame of another site. */
export function FramedPlayer({ video }: { video: Video }) {
  return <VideoPlayer session={useFramedSession(video)} fills />
}
