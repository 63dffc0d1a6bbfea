import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/streams.ts'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { EncoderFields } from './encoder-fields.tsx'
import { streamOfEncoders } from './stream-picker.tsx'
import { useRefetchOwnStreams, useOwnStreams } from './use-own-streams.ts'

/** Among the settings of a stream's studio: what an encoder needs to broadcast it. */
export function EncoderSettings({ stream }: { stream: Pick<Stream, 'id' | 'streamerId'> }) {
  const t = useTranslations('goLive')
  return (
    <section>
      <h3 className="font-display text-card font-bold">{t('encoder')}</h3>
      <p className="mt-1 mb-4 text-small text-ink-2">{t('encoderText')}</p>
      <Fields stream={stream} />
    </section>
  )
}

function Fields({ stream }: { stream: Pick<Stream, 'id' | 'streamerId'> }) {
  const t = useTranslations('goLive')
  const query = useOwnStreams(stream.streamerId)
  const askAgain = useRefetchOwnStreams(stream.streamerId)
  const usual = streamOfEncoders(query.data ?? [])
  if (usual)
    return (
      <EncoderFields
        // The key is the member's, whichever stream it is read of.
        stream={{ id: stream.id, streamKey: usual.streamKey }}
        isNamed={usual.id !== stream.id}
        onChange={() => void askAgain()}
      />
    )
  if (query.error) return <LoadFailed title={t('keyFailed')} query={query} />
  return (
    <SkeletonGroup>
      <Skeleton className="h-11" />
      <Skeleton className="mt-4 h-11" />
    </SkeletonGroup>
  )
}
