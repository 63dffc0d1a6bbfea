import { ArrowUpFromLine } from '#web/ui/icons/arrow-up-from-line.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import { Heart } from '#web/ui/icons/heart.tsx'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { Timer } from '#web/ui/icons/timer.tsx'
import { TrendingUp } from '#web/ui/icons/trending-up.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import type { Store } from '#web/lib/store.ts'
import { broadcastFigures } from '#web/features/live/shared/streams/broadcast-figures.ts'
import { Stat } from '#web/ui/stat.tsx'
import { Elapsed } from './elapsed.tsx'
import { SentData } from '#web/features/live/live/connection/data-usage-text.tsx'
import type { DataUsageState } from '#web/features/live/live/connection/data-usage.ts'

type StudioFiguresProps = {
  stream: Stream
  /** Data that this page sends; null while an encoder sends. */
  dataUsage: Store<DataUsageState> | null
}

/** Of this broadcast: viewers, likes, messages, duration and data sent; in two columns on phones, or one with large text. */
export function StudioFigures({ stream, dataUsage }: StudioFiguresProps) {
  const t = useTranslations('studio')
  const format = useFormatter()
  const { likes, messages } = broadcastFigures(stream)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,30%)),1fr))] gap-3">
      <Stat
        label={t('viewers')}
        icon={<Eye aria-hidden />}
        value={format.number(stream.viewerCount, 'count')}
      />
      <Stat
        label={t('peak')}
        icon={<TrendingUp aria-hidden />}
        value={format.number(stream.peakViewers, 'count')}
      />
      <Stat label={t('likes')} icon={<Heart aria-hidden />} value={format.number(likes, 'count')} />
      <Stat
        label={t('messages')}
        icon={<MessageCircle aria-hidden />}
        value={format.number(messages, 'count')}
      />
      <Stat
        label={t('duration')}
        icon={<Timer aria-hidden />}
        value={<Elapsed since={stream.isLive ? stream.startedAt : null} />}
      />
      {dataUsage && (
        <Stat
          label={t('dataSent')}
          icon={<ArrowUpFromLine aria-hidden />}
          value={<SentData dataUsage={dataUsage} />}
        />
      )}
    </div>
  )
}
