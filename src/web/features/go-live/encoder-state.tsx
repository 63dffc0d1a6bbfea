import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/streams.ts'
import { useStreamTopic } from '#web/realtime/use-socket.ts'
import { LiveBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

type State = { isLive: boolean; isInterrupted: boolean; source: 'page' | 'encoder' | null }

type Watched = Pick<Stream, 'id' | 'isLive'>

/** Whether the encoder has come, as it changes. */
export function EncoderState({ stream, onChange }: { stream: Watched; onChange: () => void }) {
  const t = useTranslations('goLive')
  const state = useEncoderState(stream, onChange)
  const isHere = state.isLive && state.source === 'encoder'
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <LiveBadge live={isHere && !state.isInterrupted} />
      <output className="min-w-0 flex-1">
        {isHere
          ? t(state.isInterrupted ? 'encoderGone' : 'encoderLive')
          : t(state.isLive ? 'liveFromPage' : 'encoderAwaited')}
      </output>
      {state.isLive && (
        <Link href={`/stream/${stream.id}/broadcast`} className="text-link">
          {t('openStudio')}
        </Link>
      )}
    </Card>
  )
}

function useEncoderState(stream: Watched, onChange: () => void): State {
  const [state, setState] = useState<State>({ isLive: stream.isLive, isInterrupted: false, source: null })
  const change = (next: Partial<State>) => setState((now) => ({ ...now, ...next }))
  const [known, setKnown] = useState(stream.isLive)
  if (known !== stream.isLive) {
    setKnown(stream.isLive)
    change({ isLive: stream.isLive })
  }
  const hear = (message: Downstream) => {
    switch (message.type) {
      case 'subscribed':
        return change({ source: message.source ?? null })
      case 'broadcast_source':
        return change({ source: message.data.source })
      case 'broadcast_interrupted':
        return change({ isInterrupted: true })
      case 'broadcast_resumed':
        return change({ isInterrupted: false })
      case 'stream_started':
        change({ isLive: true, isInterrupted: false })
        return onChange()
      case 'stream_ended':
        change({ isLive: false, isInterrupted: false, source: null })
        return onChange()
      default:
    }
  }
  // While the socket was away it may have started or ended.
  useStreamTopic(stream.id, hear, (isFirst) => !isFirst && onChange())
  return state
}
