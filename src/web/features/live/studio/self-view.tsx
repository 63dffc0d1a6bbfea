import { useEffect, useRef } from 'react'

type OwnPictureProps = {
  media: MediaStream | null
  label: string
  /** As one knows one's own face. */
  isMirror?: boolean
}

/** What one sends, or would send, without its sound: nobody wants to hear oneself. */
export function SelfView({ media, label, isMirror = true }: OwnPictureProps) {
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
      className={`absolute inset-0 size-full object-contain ${isMirror ? '-scale-x-100' : ''}`}
    />
  )
}
