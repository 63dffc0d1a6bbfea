import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/streams.ts'
import { useStreamState, useStreamStore } from '#web/streams/use-stream-store.ts'
import { LiveBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** The live state of the encoder's connection. */
export function EncoderState({ stream }: { stream: Pick<Stream, 'id' | 'isLive'> }) {
  const t = useTranslations('goLive')
  const store = useStreamStore(stream.id)
  const { source, isInterrupted } = useStreamState(store, ({ broadcast }) => broadcast)
  const isEncoderLive = stream.isLive && source === 'encoder'
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <LiveBadge live={isEncoderLive && !isInterrupted} />
      <output className="min-w-0 flex-1">
        {isEncoderLive
          ? t(isInterrupted ? 'encoderGone' : 'encoderLive')
          : t(stream.isLive ? 'liveFromPage' : 'encoderAwaited')}
      </output>
      {stream.isLive && (
        <Link href={`/stream/${stream.id}/broadcast`} className="text-link">
          {t('openStudio')}
        </Link>
      )}
    </Card>
  )
}
