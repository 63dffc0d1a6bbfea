import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName } from '#shared/accounts/users.ts'
import type { Stream } from '#shared/live/streams.ts'
import { StreamThumbnail } from './stream-thumbnail.tsx'

/** Past streams as small cards: four side by side, on phones a row that scrolls. Without any it renders nothing. */
export function ReplayRow({ streams }: { streams: readonly Stream[] }) {
  const t = useTranslations('streams')
  if (streams.length === 0) return null
  return (
    <section aria-labelledby="recent-streams">
      <div className="mb-1.5 flex min-h-9 items-center justify-between gap-3 md:mb-3.5 md:min-h-(--tap)">
        <h2 id="recent-streams">{t('recent')}</h2>
        <Link href="/discover" className="tap-area text-link flex min-h-9 items-center text-small">
          {t('seeAll')}
        </Link>
      </div>
      <ul className={ROW_CLASS}>
        {streams.map((stream) => (
          <li key={stream.id} className="min-w-0 max-md:flex-[0_0_42%] max-md:snap-start md:nth-[n+5]:hidden">
            <Replay stream={stream} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ROW_CLASS =
  'grid grid-cols-4 gap-4 max-md:-mx-(--gutter) max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-(--gutter) max-md:gap-3 max-md:overflow-x-auto max-md:px-(--gutter) max-md:pb-1 max-md:[scrollbar-width:none]'

function Replay({ stream }: { stream: Stream }) {
  return (
    <Link href={`/stream/${stream.id}`} className="group block rounded-control">
      <StreamThumbnail stream={stream} className="aspect-video w-full" />
      <h3 className="mt-1.5 line-clamp-2 text-small leading-[1.3] underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline">
        <bdi>{stream.title}</bdi>
      </h3>
      <p className="truncate text-meta text-ink-2">
        <bdi>{displayName(stream.streamer)}</bdi>
      </p>
    </Link>
  )
}
