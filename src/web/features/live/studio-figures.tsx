import { Eye, Heart, MessageCircle, Timer } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Stat } from '#web/ui/stat.tsx'
import { Elapsed } from './elapsed.tsx'
import type { Figures } from './use-broadcast.ts'

/** Who is there, what they did and for how long, in a row of four; two on phones, where text is large one. */
export function StudioFigures({ figures }: { figures: Figures }) {
  const t = useTranslations('studio')
  const format = useFormatter()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,34%)),1fr))] gap-3 lg:grid-cols-4">
      <Stat
        label={t('viewers')}
        icon={<Eye aria-hidden />}
        value={format.number(figures.viewerCount, 'count')}
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
    </div>
  )
}
