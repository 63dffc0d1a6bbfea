import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import type { MissingDevice } from '#web/features/live/live/media/open-devices.ts'

/** Names the missing device over the preview: covers all of it without a camera, otherwise its bottom edge. */
export function MissingDeviceNotice({ missing, onRetry }: { missing: MissingDevice; onRetry: () => void }) {
  const t = useTranslations('studio')
  if (missing === null) return null
  return (
    <div
      className={`absolute inset-x-0 bottom-0 flex items-center justify-center gap-3 bg-thread-night pe-[calc(1rem+var(--player-inset,0px))] ps-4 ${missing === 'camera' ? 'top-0 flex-col py-4 text-center' : 'py-2.5 text-small landscape-phone:bottom-18 landscape-phone:justify-start'}`}
    >
      <output>{t(missing === 'camera' ? 'cameraMissing' : 'microphoneMissing')}</output>
      <Button onClick={onRetry} className="text-on-video hover:text-ink">
        {t('tryAgain')}
      </Button>
    </div>
  )
}
