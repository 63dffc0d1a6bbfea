import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { Player } from '#web/features/live/live/watch/player.tsx'
import { useWatch } from '#web/features/live/live/watch/use-watch.ts'

type EncoderPreviewProps = {
  stream: Stream
  /** Further badges on the video. */
  children: ReactNode
}

/** The broadcast of an encoder as viewers see it; muted at first to avoid an echo. */
export function EncoderPreview({ stream, children }: EncoderPreviewProps) {
  const t = useTranslations('studio')
  const { player } = useWatch(stream, { isPreview: true })
  return (
    <div className="grid bg-bg md:gap-2">
      <Player {...player} initialSound={{ volume: 1, isMuted: true }} badges={children} />
      <output className="block px-(--gutter) text-small text-ink-2 portrait-phone:py-1.5 md:px-0 landscape-phone:sr-only">
        {t('fromEncoder')}
      </output>
    </div>
  )
}
