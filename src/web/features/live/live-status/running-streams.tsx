import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { LiveStatus } from '#shared/live/live-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** The streams that the engine currently forwards. */
export function RunningStreams({ streams }: Pick<LiveStatus, 'streams'>) {
  const t = useTranslations('liveStatus')
  return (
    <section className="grid gap-3">
      <h2>{t('running')}</h2>
      {streams.length === 0 && <p className="text-small text-ink-2">{t('noStreams')}</p>}
      <ul className="grid gap-3">
        {streams.map((stream) => (
          <li key={stream.streamId}>
            <StreamRow stream={stream} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StreamRow({ stream }: { stream: LiveStatus['streams'][number] }) {
  const t = useTranslations('liveStatus')
  const { number } = useFormatter()
  const { streamId, title, viewers, bitsPerSecond, lostRatio, isRecording } = stream
  const stats = [
    [t('viewers'), number(viewers)],
    [t('receives'), t('bits', { megabits: number(bitsPerSecond / 1e6, { maximumFractionDigits: 2 }) })],
    [t('lost'), number(lostRatio, { style: 'percent', maximumFractionDigits: 1 })],
  ]
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4">
      <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        <Link href={`/stream/${streamId}`} dir="auto">
          {title}
        </Link>{' '}
        {isRecording && <Badge className="ms-2">{t('recording')}</Badge>}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        {stats.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-ink-3">{label}</dt>
            <dd className="num font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
