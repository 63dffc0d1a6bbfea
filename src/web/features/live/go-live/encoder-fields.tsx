import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { CopyField } from './copy-field.tsx'
import { StreamKeyField } from './stream-key-field.tsx'

export type EncoderFieldsProps = {
  stream: Pick<Stream, 'id' | 'streamKey'>
  /** Adds the stream id to the server URL, as an encoder without it would send to another stream. */
  includesStreamId: boolean
  onChange: () => void
}

/** The server URL and the stream key for an encoder. */
export function EncoderFields({ stream, includesStreamId, onChange }: EncoderFieldsProps) {
  const t = useTranslations('goLive')
  const server = `${location.origin}/whip${includesStreamId ? `?streamId=${stream.id}` : ''}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <CopyField
        label={t('server')}
        value={server}
        copy={t('copyServer')}
        hint={includesStreamId ? t('serverNamed') : undefined}
      />
      <StreamKeyField streamId={stream.id} streamKey={stream.streamKey ?? null} onRenewed={onChange} />
    </div>
  )
}
