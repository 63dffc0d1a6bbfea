import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/streams.ts'
import { CopyField } from './copy-field.tsx'
import { EncoderState } from './encoder-state.tsx'
import { StreamKeyField } from './stream-key-field.tsx'

type EncoderPanelProps = {
  stream: Pick<Stream, 'id' | 'isLive' | 'streamKey'>
  /** An encoder that names no stream sends to another one than this. */
  isNamed: boolean
  onChange: () => void
}

/** What an encoder needs to know, how OBS is told, and whether it has come. */
export function EncoderPanel({ stream, isNamed, onChange }: EncoderPanelProps) {
  const t = useTranslations('goLive')
  const server = `${location.origin}/whip${isNamed ? `?streamId=${stream.id}` : ''}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <EncoderState key={stream.id} stream={stream} onChange={onChange} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CopyField
          label={t('server')}
          value={server}
          copy={t('copyServer')}
          hint={isNamed ? t('serverNamed') : undefined}
        />
        <StreamKeyField streamId={stream.id} streamKey={stream.streamKey ?? null} onRenewed={onChange} />
      </div>
      <section>
        <h2>{t('stepsTitle')}</h2>
        <ol className="mt-2.5 grid max-w-[64ch] list-decimal gap-2 ps-5">
          <li>{t('stepService')}</li>
          <li>{t('stepKey')}</li>
          <li>{t('stepStart')}</li>
        </ol>
        <p className="mt-3 max-w-[64ch] text-small text-ink-2">{t('stepsHint')}</p>
      </section>
    </div>
  )
}
