import { type ReactNode, useRef } from 'react'
import type { PublicUser } from '#shared/users.ts'
import { displayName } from '#shared/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useAudioLevel } from '#web/features/live/media/use-audio-level.ts'

/** How far each bar follows the loudness: a small hill. */
const BARS = [0.45, 0.75, 1, 0.7, 0.4]

type SoundPlateProps = {
  streamer: Pick<PublicUser, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>
  media: MediaStream | null
  title: string
  children?: ReactNode
}

/** Stands where the picture would be while only sound comes: whose it is, and that it is there. */
export function AudioOnlyPlate({ streamer, media, title, children }: SoundPlateProps) {
  return (
    // Beside each other on phones, where a picture is low.
    <div className="absolute inset-0 flex items-center justify-center gap-4 bg-thread-night p-6 md:flex-col md:gap-3 md:text-center">
      <Avatar
        seed={streamer.id}
        name={displayName(streamer)}
        src={streamer.profileImageUrl}
        size={72}
        decorative
      />
      <div className="grid justify-items-start gap-2.5 md:justify-items-center">
        <p className="flex items-center gap-2.5 font-display text-card font-extrabold">
          <Bars sound={media?.getAudioTracks()[0] ?? null} />
          {title}
        </p>
        {children}
      </div>
    </div>
  )
}

function Bars({ sound }: { sound: MediaStreamTrack | null }) {
  const bars = useRef<HTMLSpanElement>(null)
  useAudioLevel(sound, (level) => {
    const each = bars.current?.children ?? []
    for (const [index, bar] of [...each].entries())
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
