import { useState } from 'react'
import type { ReactNode } from 'react'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { ThumbnailCloth } from '#web/ui/pattern/cloth.tsx'

type ThumbnailProps = {
  src: string | null
  /** Of the cloth that stands for a missing picture. */
  seed: string
  /** Stands on that cloth. */
  plate?: ReactNode
  /** Badges in its corners. */
  children?: ReactNode
  className?: string
}

/** A picture, or a cloth of its own; the cloth too for who saves data. Its size comes from `className`. */
export function Thumbnail({ src, seed, plate, children, className }: ThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const url = prefersReducedData() || src === broken ? null : src
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
          onError={() => setBroken(url)}
        />
      ) : (
        <>
          <ThumbnailCloth seed={seed} className="absolute inset-0" />
          {plate}
        </>
      )}
      {children}
    </span>
  )
}
