import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import type { BroadcastState } from '#web/features/live/shared/streams/broadcast-state.ts'
import { useStreamState, useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { LiveBadge, RecordingBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

type EncoderStateProps = { stream: Pick<Stream, 'id' | 'isLive' | 'isRecording'> }

/** The live state of the encoder's connection. */
export function EncoderState({ stream }: EncoderStateProps) {
  const t = useTranslations('goLive')
  const store = useStreamStore(stream.id)
  const broadcast = useStreamState(store, (state) => state.broadcast)
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <LiveBadge live={stream.isLive && broadcast.source === 'encoder' && !broadcast.isInterrupted} />
      {stream.isRecording && <RecordingBadge />}
      <output className="min-h-[1lh] min-w-0 flex-1">
        <StateText isLive={stream.isLive} {...broadcast} />
      </output>
      {stream.isLive && (
        <Link href={`/stream/${stream.id}/broadcast`} className="text-link">
          {t('openStudio')}
        </Link>
      )}
    </Card>
  )
}

/** Empty until it is known what sends to a live stream. */
function StateText({ isLive, source, isInterrupted }: BroadcastState & { isLive: boolean }) {
  const t = useTranslations('goLive')
  if (!isLive) return t('waitingForEncoder')
  if (source === undefined) return null
  if (source !== 'encoder') return t('liveFromBrowser')
  return isInterrupted ? t('encoderDisconnected') : t('encoderLive')
}
