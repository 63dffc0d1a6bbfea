import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName } from '#shared/accounts/users.ts'
import type { Stream } from '#shared/live/streams.ts'
import { StripGoLive } from './go-live-button.tsx'
import type { CardPreviewComponent } from './live-card.tsx'
import { LiveSection, LiveSkeletons } from './live-grid.tsx'
import { ReplayRow } from './replay-row.tsx'
import { StageStrip } from './stage-strip.tsx'
import { useLiveStreams, useRecentStreams, useUpcomingStreams } from './use-stream-pages.ts'

export type HomeStreamPages = ReturnType<typeof useHomeStreams>

/** The streams of home; loaded in parallel, as what stands at the top depends on all of them. */
export function useHomeStreams() {
  const live = useLiveStreams()
  const upcoming = useUpcomingStreams()
  const recent = useRecentStreams()
  const isNobodyLive = live.items?.length === 0
  return {
    ...{ live, upcoming, recent, isNobodyLive },
    isPending: live.isPending || (isNobodyLive && (upcoming.isPending || recent.isPending)),
  }
}

type HomeStreamsProps = {
  streams: HomeStreamPages
  Preview: CardPreviewComponent
  renderReminder: (stream: Stream) => ReactNode
  /** Content below. Invisible until the streams are loaded: otherwise it would jump when they appear. */
  children: ReactNode
}

/** The live streams; while nobody is live one row with the next announced stream, and the recent streams. */
export function HomeStreams({ streams, Preview, renderReminder, children }: HomeStreamsProps) {
  const { live, upcoming, recent, isNobodyLive, isPending } = streams
  return (
    <>
      {isNobodyLive && !isPending ? (
        <>
          <Stage next={upcoming.items?.[0]} renderReminder={renderReminder} />
          <ReplayRow streams={recent.items ?? []} />
        </>
      ) : (
        <LiveSection query={live} Preview={Preview} phone="row" empty={<LiveSkeletons phone="row" />} />
      )}
      <div className={`contents ${isPending ? 'invisible' : ''}`}>{children}</div>
    </>
  )
}

type StageProps = Pick<HomeStreamsProps, 'renderReminder'> & { next: Stream | undefined }

function Stage({ next, renderReminder }: StageProps) {
  const t = useTranslations('streams')
  return (
    <section aria-labelledby="live-creators">
      <h2 id="live-creators" className="sr-only">
        {t('liveCreators')}
      </h2>
      {next ? (
        <StageStrip action={renderReminder(next)}>
          <NextStream stream={next} />
        </StageStrip>
      ) : (
        <StageStrip action={<StripGoLive />}>
          <p className="text-small leading-snug text-pretty text-ink-2">{t('stageInvitation')}</p>
        </StageStrip>
      )}
    </section>
  )
}

function NextStream({ stream }: { stream: Stream }) {
  const format = useFormatter()
  const { id, title, scheduledFor, streamer } = stream
  return (
    <div className="text-small leading-[1.35] md:flex md:gap-x-3">
      <Link
        href={`/stream/${id}`}
        // The link's ::before covers the strip; the button is above it.
        className="block min-w-0 truncate font-semibold underline-offset-[3px] before:absolute before:inset-0 before:content-[''] hover:underline"
      >
        <bdi>{title}</bdi>
      </Link>
      <p className="truncate text-meta text-ink-2 md:flex-none md:text-small">
        {scheduledFor && (
          <time dateTime={scheduledFor} className="num">
            {format.dateTime(new Date(scheduledFor), 'shortAppointment')}
          </time>
        )}
        <span className="max-lg:sr-only">
          {' · '}
          <bdi>{displayName(streamer)}</bdi>
        </span>
      </p>
    </div>
  )
}
