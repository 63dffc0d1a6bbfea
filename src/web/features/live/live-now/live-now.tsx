import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { getStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * The first row of a profile while its user is live: 'Live now', the title, and a link to the stream. Screen readers announce
 * it when it appears.
 */
export function LiveNow({ streamId }: { streamId: string | null }) {
  return (
    <div aria-live="polite">{streamId !== null && <LiveNowRow key={streamId} streamId={streamId} />}</div>
  )
}

function LiveNowRow({ streamId }: { streamId: string }) {
  const t = useTranslations('liveNow')
  // Not `useStream`, which subscribes to the stream, and with it to its chat.
  const { data: stream, isPending } = useQuery({
    queryKey: ['live-now', streamId],
    queryFn: () => call(getStream, { params: { id: streamId } }),
    refetchOnMount: 'always',
  })
  // The row appears with its title, so that it is announced once and nothing moves after it.
  if (isPending) return null
  return (
    <Link
      href={`/stream/${streamId}`}
      className="group mt-3 mb-4 flex items-center gap-3 rounded-card border border-line bg-surface p-2.5 ps-3 md:mt-5 md:mb-0 md:p-3 md:ps-4"
    >
      <span
        aria-hidden
        className="grid size-9 flex-none place-items-center rounded-tag bg-live text-on-live forced-colors:hidden"
      >
        <span className="level-mark" />
      </span>
      <span className="line-clamp-2 min-w-0 flex-1 leading-[1.3] underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline">
        {stream
          ? t.rich('liveNow', {
              title: stream.title,
              bdi: (chunks) => <bdi className="font-bold">{chunks}</bdi>,
            })
          : t('liveNowUntitled')}
      </span>{' '}
      <Button asChild variant="action" size="sm">
        <span>{t('watch')}</span>
      </Button>
    </Link>
  )
}
