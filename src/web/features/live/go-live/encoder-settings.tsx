import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { Fold } from '#web/ui/fold.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { EncoderFields } from './encoder-fields.tsx'
import { defaultEncoderStream } from './stream-picker.tsx'
import { useRefetchOwnStreams, useOwnStreams } from './use-own-streams.ts'

type EncoderSettingsProps = {
  stream: Pick<Stream, 'id' | 'streamerId'>
  /** Unfolded from the start. */
  isOpen?: boolean
}

/** A section of the studio's settings: the server URL and key for broadcasting the stream from an encoder. */
export function EncoderSettings({ stream, isOpen = false }: EncoderSettingsProps) {
  const t = useTranslations('goLive')
  return (
    <Fold title={t('encoder')} isOpen={isOpen}>
      <p className="mb-4 text-small text-ink-2">{t('encoderText')}</p>
      <Fields stream={stream} />
    </Fold>
  )
}

function Fields({ stream }: Pick<EncoderSettingsProps, 'stream'>) {
  const t = useTranslations('goLive')
  const query = useOwnStreams(stream.streamerId)
  const refetch = useRefetchOwnStreams(stream.streamerId)
  const encoderStream = defaultEncoderStream(query.data ?? [])
  if (encoderStream)
    return (
      <EncoderFields
        // The key belongs to the user and is the same for all streams.
        stream={{ id: stream.id, streamKey: encoderStream.streamKey }}
        includesStreamId={encoderStream.id !== stream.id}
        onChange={() => void refetch()}
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
