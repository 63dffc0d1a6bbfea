import { Plus } from '#web/ui/icons/plus.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { GO_LIVE_AHEAD_MS, type Stream, isUpcoming } from '#shared/live/streams.ts'
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

function StreamOption({ stream: { id, title, isLive } }: { stream: Stream }) {
  const t = useTranslations('goLive')
  return <option value={id}>{isLive ? t('optionLive', { title }) : title}</option>
}

/** The stream that encoders send to by default: the live one, or else the newest. */
export function defaultEncoderStream(streams: readonly Stream[]): Stream | undefined {
  return streams.find(({ isLive }) => isLive) ?? streams[0]
}

/** The streams that can go live: an ended one would bring its old chat and figures along. */
export function streamsToStart(streams: readonly Stream[]): Stream[] {
  const now = Date.now()
  return streams.filter((stream) => stream.isLive || stream.startedAt === null || isUpcoming(stream, now))
}

/** The stream to begin with: the live one, else the next that is announced soon, else the newest. */
export function firstToStart(streams: readonly Stream[]): Stream | undefined {
  const now = Date.now()
  const isNear = (stream: Stream) => isUpcoming(stream, now) && timeOf(stream) <= now + GO_LIVE_AHEAD_MS
  const [next] = streams.filter(isNear).toSorted((a, b) => timeOf(a) - timeOf(b))
  return streams.find(({ isLive }) => isLive) ?? next ?? streams[0]
}

const timeOf = ({ scheduledFor }: Stream) => Date.parse(scheduledFor ?? '')
