import { useState } from 'react'
import type { ReactNode } from 'react'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { ThumbnailPattern } from '#web/ui/pattern/placeholder-patterns.tsx'

type ThumbnailProps = {
  src: string | null
  /** Shown while `src` is missing or broken. */
  fallback?: string | null
  /** Seed of the pattern that replaces a missing image. */
  seed: string
  /** On top of the picture, below the badges. */
  overlay?: ReactNode
  /** Badges in its corners. */
  children?: ReactNode
  className?: string
}

/** An image, or a generated pattern if it is missing or data is saved. `className` sets its size. */
export function Thumbnail({ src, fallback = null, seed, overlay, children, className }: ThumbnailProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const isReduced = useReducedData()
  const url = isReduced ? undefined : [src, fallback].find((each) => each !== null && !broken.includes(each))
  return (
    <span className={`relative block overflow-hidden rounded-control bg-thread-night ${className ?? ''}`}>
      {url ? (
        <img
          src={url}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setBroken((before) => [...before, url])}
        />
      ) : (
        <ThumbnailPattern seed={seed} className="absolute inset-0" />
      )}
      {overlay}
      {children}
    </span>
  )
}
