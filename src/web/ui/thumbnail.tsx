import { useState } from 'react'
import type { ReactNode } from 'react'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { ThumbnailPattern } from '#web/ui/pattern/placeholder-patterns.tsx'

type ThumbnailProps = {
  src: string | null
  /** Seed of the pattern that replaces a missing image. */
  seed: string
  /** Shown on top of that pattern. */
  plate?: ReactNode
  /** Badges in its corners. */
  children?: ReactNode
  className?: string
}

/** An image, or a generated pattern if it is missing or data is saved. `className` sets its size. */
export function Thumbnail({ src, seed, plate, children, className }: ThumbnailProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const url = prefersReducedData() || src === brokenSrc ? null : src
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
          onError={() => setBrokenSrc(url)}
        />
      ) : (
        <>
          <ThumbnailPattern seed={seed} className="absolute inset-0" />
          {plate}
        </>
      )}
      {children}
    </span>
  )
}
