import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'

type MediaFailedProps = { icon: IconComponent; text: string; onRetry: () => void }

/** Fills the box of media that did not load. */
export function MediaFailed({ icon: Icon, text, onRetry }: MediaFailedProps) {
  const t = useTranslations('posts')
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-2 bg-sunken p-4 text-center">
      <Icon aria-hidden className="size-6 stroke-[1.9] text-ink-3" />
      <p className="text-small text-ink-2">{text}</p>
      <Button size="sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
