import { ArrowUpFromLine, Eye, Heart, MessageCircle, Timer, TrendingUp } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Store } from '#web/lib/store.ts'
import { Stat } from '#web/ui/stat.tsx'
import { Elapsed } from './elapsed.tsx'
import { SentData } from '#web/features/live/connection/data-usage-text.tsx'
import type { DataUsageState } from '#web/features/live/connection/data-usage.ts'
import type { Figures } from './use-figures.ts'

type StudioFiguresProps = {
  figures: Figures
  /** What this page sends; null: an encoder sends. */
  traffic: Store<DataUsageState> | null
}

/** Who is there, what they did, for how long and at what cost; two in a row on phones, where text is large one. */
export function StudioFigures({ figures, traffic }: StudioFiguresProps) {
  const t = useTranslations('studio')
  const format = useFormatter()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,30%)),1fr))] gap-3">
      <Stat
        label={t('viewers')}
        icon={<Eye aria-hidden />}
        value={format.number(figures.viewerCount, 'count')}
      />
      <Stat
        label={t('peak')}
        icon={<TrendingUp aria-hidden />}
        value={format.number(figures.maxViewers, 'count')}
      />
      <Stat
        label={t('likes')}
        icon={<Heart aria-hidden />}
        value={format.number(figures.likesCount, 'count')}
      />
      <Stat
        label={t('messages')}
        icon={<MessageCircle aria-hidden />}
        value={format.number(figures.messagesCount, 'count')}
      />
      <Stat
        label={t('duration')}
        icon={<Timer aria-hidden />}
        value={<Elapsed since={figures.isLive ? figures.startedAt : null} />}
      />
      {traffic && (
        <Stat
          label={t('dataSent')}
          icon={<ArrowUpFromLine aria-hidden />}
          value={<SentData traffic={traffic} />}
        />
      )}
    </div>
  )
}
