import { useTranslations } from 'use-intl/react'

/** Three bars, 3:3:2 wide, that fill in turn; 32 px wide, labelled for screen readers. Static under reduced motion. */
export function Spinner({ className }: { className?: string }) {
  const t = useTranslations('ui')
  return (
    <output
      className={`inline-flex h-5 w-8 items-stretch gap-[3px] text-action-edge dark:text-action ${className ?? ''}`}
    >
      {BARS.map(({ grow, delay }) => (
        <span
          key={delay}
          aria-hidden
          className="animate-fill bg-current forced-colors:bg-[CanvasText]"
          style={{ flexGrow: grow, flexBasis: 0, animationDelay: delay }}
        />
      ))}
      <span className="sr-only">{t('loading')}</span>
    </output>
  )
}

const BARS = [
  { grow: 3, delay: '0ms' },
  { grow: 3, delay: '225ms' },
  { grow: 2, delay: '450ms' },
]

/** A loading page. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner />
    </div>
  )
}
