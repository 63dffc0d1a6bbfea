import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { HandCoins } from '#web/ui/icons/hand-coins.tsx'
import { Heart } from '#web/ui/icons/heart.tsx'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import type { Store } from '#web/lib/store.ts'
import { broadcastFigures } from '#web/features/live/shared/streams/broadcast-figures.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { Card } from '#web/ui/card.tsx'
import { FigureList } from '#web/ui/figure-list.tsx'
import { Elapsed } from './elapsed.tsx'
import { SentData } from '#web/features/live/live/connection/data-usage-text.tsx'
import type { DataUsageState } from '#web/features/live/live/connection/data-usage.ts'

type StudioFiguresProps = {
  stream: Stream
  /** Data that this page sends; null while an encoder sends. */
  dataUsage: Store<DataUsageState> | null
}

/** Of this broadcast: viewers, likes, messages, tips, duration and data sent; in one row where it fits. */
export function StudioFigures(props: StudioFiguresProps) {
  const { all } = useFigures(props)
  return (
    <Card className="px-4 py-3">
      <FigureList
        figures={all}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-x-2"
      />
    </Card>
  )
}

/** The same in the header of a chat on narrow screens: likes, messages and tips, which expand to all of them. */
export function FoldedFigures(props: StudioFiguresProps) {
  const t = useTranslations('studio')
  const { all, likes, messages, tips } = useFigures(props)
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  const shown = [
    { Icon: Heart, label: t('likes'), value: likes },
    { Icon: MessageCircle, label: t('messages'), value: messages },
    { Icon: HandCoins, label: t('tips'), value: tips },
  ]
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setIsOpen(!isOpen)}
        className="-ms-2 me-auto flex min-h-(--tap) flex-wrap items-center gap-x-3.5 rounded-control px-2 text-small font-semibold"
      >
        <span className="sr-only">{t('figures')}</span>
        {shown.map(({ Icon, label, value }) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className="size-4 stroke-[1.9] text-ink-2" />
            <span className="sr-only">{label}</span>
            <span className="num">{value}</span>
          </span>
        ))}
        <ChevronDown
          aria-hidden
          className={`size-4 stroke-[1.9] text-ink-2 transition-transform duration-(--dur-1) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {/* Below the row of the header. */}
      <div id={content} hidden={!isOpen} className="order-last basis-full pb-2">
        {isOpen && (
          <FigureList
            figures={all}
            className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-x-3"
          />
        )}
      </div>
    </>
  )
}

function useFigures({ stream, dataUsage }: StudioFiguresProps) {
  const t = useTranslations('studio')
  const format = useFormatter()
  const money = useMoney()
  const ofBroadcast = broadcastFigures(stream)
  const likes = format.number(ofBroadcast.likes, 'count')
  const messages = format.number(ofBroadcast.messages, 'count')
  const tips = money(ofBroadcast.tips)
  const all = [
    { label: t('viewers'), value: format.number(stream.viewerCount, 'count') },
    { label: t('peak'), value: format.number(stream.peakViewers, 'count') },
    { label: t('likes'), value: likes },
    { label: t('messages'), value: messages },
    { label: t('tips'), value: tips },
    { label: t('duration'), value: <Elapsed since={stream.isLive ? stream.startedAt : null} /> },
    ...(dataUsage ? [{ label: t('dataSent'), value: <SentData dataUsage={dataUsage} /> }] : []),
  ]
  return { all, likes, messages, tips }
}
