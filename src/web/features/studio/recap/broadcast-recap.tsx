import { X } from '#web/ui/icons/x.tsx'
import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { formatElapsed } from '#web/lib/format/elapsed.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { forgetEndedBroadcast, readEndedBroadcast } from '#web/features/studio/recap/ended-broadcast.ts'
import { broadcastFigures } from '#web/features/live/shared/streams/broadcast-figures.ts'
import { useStream } from '#web/features/live/shared/streams/use-stream.ts'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RecordingState } from './recording-state.tsx'

/** After the end of a broadcast: its figures, and where its recording is. Nothing unless this tab has ended one. */
export function BroadcastRecap() {
  const [streamId, setStreamId] = useState(readEndedBroadcast)
  if (streamId === null) return null
  const dismiss = () => {
    forgetEndedBroadcast()
    setStreamId(null)
  }
  return <LoadedRecap streamId={streamId} onDismiss={dismiss} />
}

type LoadedRecapProps = { streamId: string; onDismiss: () => void }

function LoadedRecap({ streamId, onDismiss }: LoadedRecapProps) {
  const { data: stream } = useStream(streamId)
  // Deleted, live again, or another member has signed in.
  if (!stream?.viewer.isOwner || stream.isLive || stream.startedAt === null) return null
  return <Recap stream={stream} onDismiss={onDismiss} />
}

function Recap({ stream, onDismiss }: { stream: Stream; onDismiss: () => void }) {
  const t = useTranslations('recap')
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="my-4 md:mt-5 md:mb-0">
      <Card className="grid gap-4 p-4 md:p-5">
        <header className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={headingId} className="font-display text-card font-extrabold">
              {t('title')}
            </h2>
            <p className="mt-0.5 text-small text-ink-2 [overflow-wrap:anywhere]">
              <Link href={`/stream/${stream.id}`} className="hover:underline">
                <bdi>{stream.title}</bdi>
              </Link>
            </p>
          </div>
          <IconButton label={t('dismiss')} onClick={onDismiss} className="-my-2 -me-2">
            <X aria-hidden />
          </IconButton>
        </header>
        <Figures stream={stream} />
        <div className="border-t border-line pt-4">
          <RecordingState stream={stream} />
        </div>
      </Card>
    </section>
  )
}

function Figures({ stream }: { stream: Stream }) {
  const t = useTranslations('recap')
  const format = useFormatter()
  const money = useMoney()
  const { startedAt, endedAt, peakViewers } = stream
  const { likes, messages, tips } = broadcastFigures(stream)
  const duration = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')
  const figures = [
    [t('duration'), formatElapsed(Number.isNaN(duration) ? 0 : duration)],
    [t('peak'), format.number(peakViewers, 'count')],
    [t('likes'), format.number(likes, 'count')],
    [t('messages'), format.number(messages, 'count')],
    ...(Number(tips) > 0 ? [[t('tips'), money(tips)] as const] : []),
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="num font-display text-section font-extrabold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
