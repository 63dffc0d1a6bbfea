import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { formatElapsed } from '#web/lib/format/elapsed.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { type EndedBroadcast, forgetEndedBroadcast } from '#web/features/studio/recap/ended-broadcast.ts'
import { broadcastFigures } from '#web/features/live/shared/streams/broadcast-figures.ts'
import { useStream } from '#web/features/live/shared/streams/use-stream.ts'
import { FigureList } from '#web/ui/figure-list.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RecordingState } from './recording-state.tsx'
import { ResumeBroadcast } from './resume-broadcast.tsx'

/** After the end of a broadcast: its figures, where its recording is, and for a minute the way back on air. */
export function BroadcastRecap({ streamId, resumableUntil }: EndedBroadcast) {
  const { data: stream } = useStream(streamId)
  const [isOpen, setIsOpen] = useState(true)
  // Deleted, live again, or another member has signed in.
  if (!stream?.viewer.isOwner || stream.isLive || stream.startedAt === null) return null
  return (
    <Recap
      stream={stream}
      resumableUntil={resumableUntil}
      isOpen={isOpen}
      onClose={() => {
        forgetEndedBroadcast()
        setIsOpen(false)
      }}
    />
  )
}

type RecapProps = Pick<EndedBroadcast, 'resumableUntil'> & {
  stream: Stream
  isOpen: boolean
  onClose: () => void
}

function Recap({ stream, resumableUntil, isOpen, onClose }: RecapProps) {
  const t = useTranslations('recap')
  // A page that is left by a link of the dialog, or by Resume, does not show it again.
  useEffect(() => forgetEndedBroadcast, [])
  return (
    <Dialog open={isOpen} onOpenChange={onClose} title={t('title')}>
      <div className="grid gap-4">
        <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
          <Link href={`/stream/${stream.id}`} className="tap-area hover:underline">
            <bdi>{stream.title}</bdi>
          </Link>
        </p>
        <Figures stream={stream} />
        {resumableUntil !== null && <ResumeBroadcast streamId={stream.id} until={resumableUntil} />}
        <div className="border-t border-line pt-4">
          <RecordingState stream={stream} />
        </div>
      </div>
    </Dialog>
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
    { label: t('duration'), value: formatElapsed(Number.isNaN(duration) ? 0 : duration) },
    { label: t('peak'), value: format.number(peakViewers, 'count') },
    { label: t('likes'), value: format.number(likes, 'count') },
    { label: t('messages'), value: format.number(messages, 'count') },
    ...(Number(tips) > 0 ? [{ label: t('tips'), value: money(tips) }] : []),
  ]
  return <FigureList figures={figures} className="flex flex-wrap gap-x-10" />
}
