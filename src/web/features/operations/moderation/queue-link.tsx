import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { queueReturn } from './queue-return.ts'

/** From a case back to the list and the row that it was opened from. */
export function QueueLink({ ref }: { ref: Ref<HTMLAnchorElement> }) {
  const t = useTranslations('moderation')
  return (
    <Button asChild size="sm">
      <Link ref={ref} href={`/moderation${queueReturn.search()}`} onClick={() => queueReturn.begin()}>
        <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        {t('back')}
      </Link>
    </Button>
  )
}
