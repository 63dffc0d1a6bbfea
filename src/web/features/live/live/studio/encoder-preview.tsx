import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { Player } from '#web/features/live/live/watch/player.tsx'
import { useWatch } from '#web/features/live/live/watch/use-watch.ts'

/** The broadcast of an encoder as viewers see it; muted at first to avoid an echo. */
export function EncoderPreview({ stream }: { stream: Stream }) {
  const t = useTranslations('studio')
  const { player } = useWatch(stream, { isPreview: true })
  return (
    <div className="grid gap-2">
      <Player {...player} initialSound={{ volume: 1, isMuted: true }} />
      <output className="block px-(--gutter) text-small text-ink-2 md:px-0">{t('fromEncoder')}</output>
    </div>
  )
}
