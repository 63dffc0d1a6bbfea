import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import type { Missing } from '#web/features/live/media/open-devices.ts'

/** Over one's own picture: the device that is not there. Without a camera it takes the whole place, else its foot. */
export function MissingDevice({ missing, onTryAgain }: { missing: Missing; onTryAgain: () => void }) {
  const t = useTranslations('studio')
  if (missing === null) return null
  return (
    <div
      className={`absolute inset-x-0 bottom-0 flex items-center justify-center gap-3 bg-thread-night p-4 text-center ${missing === 'camera' ? 'top-0 flex-col' : 'flex-wrap'}`}
    >
      <output>{t(missing === 'camera' ? 'cameraMissing' : 'microphoneMissing')}</output>
      <Button onClick={onTryAgain} className="text-on-video hover:text-ink">
        {t('tryAgain')}
      </Button>
    </div>
  )
}
