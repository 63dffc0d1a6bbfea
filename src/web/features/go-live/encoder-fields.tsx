import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/streams.ts'
import { CopyField } from './copy-field.tsx'
import { StreamKeyField } from './stream-key-field.tsx'

export type EncoderFieldsProps = {
  stream: Pick<Stream, 'id' | 'streamKey'>
  /** An encoder that names no stream sends to another one than this. */
  isNamed: boolean
  onChange: () => void
}

/** Where an encoder sends, and the key that lets it. */
export function EncoderFields({ stream, isNamed, onChange }: EncoderFieldsProps) {
  const t = useTranslations('goLive')
  const server = `${location.origin}/whip${isNamed ? `?streamId=${stream.id}` : ''}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <CopyField
        label={t('server')}
        value={server}
        copy={t('copyServer')}
        hint={isNamed ? t('serverNamed') : undefined}
      />
      <StreamKeyField streamId={stream.id} streamKey={stream.streamKey ?? null} onRenewed={onChange} />
    </div>
  )
}
