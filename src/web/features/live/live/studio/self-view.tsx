import { useEffect, useRef } from 'react'

type SelfViewProps = {
  media: MediaStream | null
  label: string
  /** Mirrors the video, as users expect of their own camera. */
  isMirrored?: boolean
}

/** The user's own video, muted to avoid an echo. */
export function SelfView({ media, label, isMirrored = true }: SelfViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      aria-label={label}
      className={`absolute inset-0 size-full object-contain [object-position:var(--player-position,center)] ${isMirrored ? '-scale-x-100' : ''}`}
    />
  )
}
