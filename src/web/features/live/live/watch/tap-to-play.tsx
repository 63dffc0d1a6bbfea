import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'

/** With the browser's data saver on, the video loads only after a tap. */
export function TapToPlay({ onPlay }: { onPlay: () => void }) {
  const t = useTranslations('player')
  return (
    <div className="grid aspect-video max-h-[600px] w-full content-center justify-items-center gap-3 bg-thread-night p-6 text-center text-on-night md:rounded-card">
      <p>{t('savingData')}</p>
      <Button variant="action" onClick={onPlay}>
        {t('play')}
      </Button>
    </div>
  )
}
