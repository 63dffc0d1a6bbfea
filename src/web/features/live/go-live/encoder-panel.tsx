import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { EncoderFields, type EncoderFieldsProps } from './encoder-fields.tsx'
import { EncoderState } from './encoder-state.tsx'

type EncoderPanelProps = EncoderFieldsProps & { stream: Pick<Stream, 'isLive' | 'isRecording'> }

/** The settings of an encoder, the steps to enter them in OBS, and the state of the connection. */
export function EncoderPanel({ stream, includesStreamId, onChange }: EncoderPanelProps) {
  const t = useTranslations('goLive')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <EncoderState stream={stream} />
      <EncoderFields stream={stream} includesStreamId={includesStreamId} onChange={onChange} />
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
