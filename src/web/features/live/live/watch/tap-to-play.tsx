import { useTranslations } from 'use-intl/react'
import {
  PHONE_PLAYER_CLASS,
  PlayerTopRow,
  WIDE_PLAYER_CLASS,
} from '#web/features/media/shared/playback/player-top-row.tsx'
import { Button } from '#web/ui/button.tsx'

/** With the browser's data saver on, the video loads only after a tap. */
export function TapToPlay({ onPlay }: { onPlay: () => void }) {
  const t = useTranslations('player')
  return (
    <div
      className={`relative grid aspect-video w-full content-center justify-items-center gap-3 bg-thread-night player-plate text-center text-on-night md:rounded-card ${WIDE_PLAYER_CLASS} ${PHONE_PLAYER_CLASS}`}
    >
      <PlayerTopRow />
      <p>{t('savingData')}</p>
      <Button variant="action" onClick={onPlay}>
        {t('play')}
      </Button>
    </div>
  )
}
