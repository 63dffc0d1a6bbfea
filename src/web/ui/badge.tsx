import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'

const badge = cva(
  'inline-flex h-6 items-center gap-[5px] rounded-tag px-2 text-micro font-bold whitespace-nowrap forced-colors:border [&>svg]:size-4 [&>svg]:stroke-[1.9]',
  {
    variants: {
      variant: {
        plain: 'bg-raised text-ink-2',
        ok: 'bg-success-soft text-success',
        warn: 'bg-warning-soft text-warning',
        bad: 'bg-danger-soft text-danger',
        info: 'bg-link-soft text-link',
        accent: 'bg-action-soft text-action-text',
        /** On top of video: viewers, duration. */
        video: 'num bg-video-plate text-on-video',
      },
    },
    defaultVariants: { variant: 'plain' },
  },
)

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badge>

/** A label of one or two words, whose meaning must not depend on its colour. An icon may come first. */
export function Badge({ variant, className, ...rest }: BadgeProps) {
  return <span className={badge({ variant, className })} {...rest} />
}

/** REC with a dot: a recording is running. On top of video, or beside a LIVE badge. On phones upright only the dot is visible. */
export function RecordingBadge() {
  const t = useTranslations('ui')
  return (
    <span className={badge({ variant: 'video', className: 'tracking-[.05em]' })}>
      <span aria-hidden className="size-2.5 rounded-full bg-live forced-colors:bg-[CanvasText]" />
      <span aria-hidden className="portrait-phone:hidden">
        {t('recording')}
      </span>
      <span className="sr-only">{t('recordingNow')}</span>
    </span>
  )
}

/** LIVE in sorrel with a level meter, or OFFLINE. */
export function LiveBadge({ live, className }: { live: boolean; className?: string }) {
  const t = useTranslations('ui')
  if (!live) {
    return <span className={badge({ className: `tracking-[.05em] ${className ?? ''}` })}>{t('offline')}</span>
  }
  return (
    <span
      className={`inline-flex h-6 items-center gap-[5px] rounded-tag bg-live px-2 text-micro font-bold tracking-[.05em] text-on-live forced-colors:border ${className ?? ''}`}
    >
      <span className="level-mark" aria-hidden />
      {t('live')}
    </span>
  )
}
