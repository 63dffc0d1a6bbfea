import { Plus } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/streams.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'

type StreamPickerProps = { streams: Stream[]; chosen: Stream; onChoose: (streamId: string) => void }

/** The choice of the stream that goes live. */
export function StreamPicker({ streams, chosen, onChoose }: StreamPickerProps) {
  const t = useTranslations('goLive')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('stream')} className="min-w-0 flex-[1_1_18rem]">
        <Select value={chosen.id} onChange={({ target }) => onChoose(target.value)}>
          {streams.map((stream) => (
            <StreamOption key={stream.id} stream={stream} />
          ))}
        </Select>
      </Field>
      <Button asChild className="h-12">
        <Link href="/stream/create">
          <Plus aria-hidden /> {t('create')}
        </Link>
      </Button>
    </div>
  )
}

function StreamOption({ stream }: { stream: Stream }) {
  const t = useTranslations('goLive')
  const format = useFormatter()
  const { title, isLive, startedAt } = stream
  return (
    <option value={stream.id}>
      {isLive
        ? t('optionLive', { title })
        : startedAt
          ? t('optionPast', { title, when: format.dateTime(new Date(startedAt), 'timestamp') })
          : title}
    </option>
  )
}

/** The stream that encoders send to by default: the live one, or else the newest. */
export function defaultEncoderStream(streams: readonly Stream[]): Stream | undefined {
  return streams.find(({ isLive }) => isLive) ?? streams[0]
}
