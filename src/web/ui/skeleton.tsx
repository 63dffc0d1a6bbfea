import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

/** One placeholder for text or an image; `className` sets its size. Wrap several in `SkeletonGroup`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={`seams block animate-skeleton rounded-tag ${className ?? ''}`} />
}

/** Announces loading once to screen readers, whatever the number of placeholders inside. */
export function SkeletonGroup({ children, className }: { children: ReactNode; className?: string }) {
  const t = useTranslations('ui')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not contain block elements
    <div role="status" className={className}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}

/** Placeholder rows of an avatar and three lines, for posts, users and messages. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <SkeletonGroup>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-[44px_1fr] gap-3.5 py-2.5" aria-hidden>
          <span className="size-11 animate-skeleton rounded-full bg-raised forced-colors:bg-[GrayText]" />
          <span>
            <Skeleton className="my-[5px] h-3 w-[38%]" />
            <Skeleton className="my-[5px] h-3" />
            <Skeleton className="my-[5px] h-3 w-[72%]" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}
