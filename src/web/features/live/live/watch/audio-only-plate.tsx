import { type ReactNode, useRef } from 'react'
import type { PublicUser } from '#shared/accounts/users.ts'
import { displayName } from '#shared/accounts/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useAudioLevel } from '#web/features/live/live/media/use-audio-level.ts'

/** How strongly each bar follows the loudness; the middle one most. */
const BARS = [0.45, 0.75, 1, 0.7, 0.4]

type AudioOnlyPlateProps = {
  streamer: Pick<PublicUser, 'id' | 'handle' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>
  media: MediaStream | null
  title: string
  children?: ReactNode
}

/** Replaces the video while only audio is received: shows the streamer and the audio level. */
export function AudioOnlyPlate({ streamer, media, title, children }: AudioOnlyPlateProps) {
  return (
    // In a row on phones, where the video is low.
    <div className="absolute inset-0 flex items-center justify-center gap-4 bg-thread-night player-plate md:flex-col md:gap-3 md:text-center">
      <Avatar
        seed={streamer.id}
        name={displayName(streamer)}
        src={streamer.profileImageUrl}
        size={72}
        decorative
      />
      <div className="grid justify-items-start gap-2.5 md:justify-items-center">
        <p className="flex items-center gap-2.5 font-display text-card font-extrabold">
          <LevelBars track={media?.getAudioTracks()[0] ?? null} />
          {title}
        </p>
        {children}
      </div>
    </div>
  )
}

function LevelBars({ track }: { track: MediaStreamTrack | null }) {
  const bars = useRef<HTMLSpanElement>(null)
  useAudioLevel(track, (level) => {
    const elements = bars.current?.children ?? []
    for (const [index, bar] of [...elements].entries())
      if (bar instanceof HTMLElement) bar.style.scale = `1 ${Math.max(0.12, level * (BARS[index] ?? 1))}`
  })
  return (
    <span ref={bars} aria-hidden className="flex h-5 items-center gap-[3px]">
      {BARS.map((height) => (
        <span
          key={height}
          className="h-full w-[3px] scale-y-[.12] rounded-full bg-current transition-[scale] duration-100"
        />
      ))}
    </span>
  )
}
