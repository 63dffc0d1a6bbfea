import type { ReactNode } from 'react'
import { Band } from '#web/ui/pattern/strip-pattern.tsx'
import type { ColorFamily } from '#web/ui/pattern/color-families.ts'

type EmptyStateProps = {
  title: ReactNode
  /** One sentence. */
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
  family?: ColorFamily
  /** Heading level of the title. */
  level?: 1 | 2 | 3
  isCard?: boolean
  /** Without the band: a page has one patterned piece at most, such as the cover of a profile. */
  isPlain?: boolean
  className?: string
}

/** The empty state of a list or page: a patterned band (one on a page), a title, a sentence, at most one button. */
export function EmptyState({
  title,
  children,
  action,
  family = 'indigo',
  level = 3,
  isCard = false,
  isPlain = false,
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      className={`grid justify-items-center gap-2 overflow-hidden pb-7 text-center ${isPlain ? 'pt-6' : ''} ${isCard ? 'rounded-card border border-line bg-surface' : ''} ${className ?? ''}`}
    >
      {!isPlain && <Band family={family} className="mb-4" />}
      <Heading className={`px-5 ${level === 3 ? 'font-display text-[1.25rem] font-extrabold' : ''}`}>
        {title}
      </Heading>
      {children && <p className="max-w-[44ch] px-5 text-balance text-ink-2">{children}</p>}
      {action && <div className="mt-2.5">{action}</div>}
    </div>
  )
}
