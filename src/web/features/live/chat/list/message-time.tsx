import { useState } from 'react'
import { useFormatter } from 'use-intl/react'
import { formatDuration } from '#web/lib/format/duration.ts'

type MessageTimeProps = {
  id: string
  /** ISO 8601. */
  createdAt: string
  /** Second of the recording at which it was written, shown instead of the time of day. */
  videoSecond: number | undefined
}

/**
 * The time of a message, in the space that its row reserves below the text: it neither covers the text nor moves it.
 * Visible while the row is hovered, focused or tapped.
 */
export function MessageTime({ id, createdAt, videoSecond }: MessageTimeProps) {
  const clockTime = useClockTime(createdAt)
  return (
    <time
      id={id}
      dateTime={createdAt}
      className="num absolute end-0 -bottom-[5px] text-micro leading-none whitespace-nowrap text-ink-3 opacity-0 select-none group-focus-within/row:opacity-100 group-hover/row:opacity-100"
    >
      {videoSecond === undefined ? clockTime : formatDuration(videoSecond)}
    </time>
  )
}

/** Separates two messages that are minutes apart; shows the time of the later one. */
export function TimeSeparator({ createdAt }: { createdAt: string }) {
  const clockTime = useClockTime(createdAt)
  return (
    <p className="flex items-center gap-3 px-2 py-2 text-meta text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <time dateTime={createdAt} className="num">
        {clockTime}
      </time>
    </p>
  )
}

/** Returns hour and minute, with the date unless it is today. */
function useClockTime(createdAt: string): string {
  const format = useFormatter()
  const [now] = useState(() => new Date())
  const date = new Date(createdAt)
  const isToday = date.toDateString() === now.toDateString()
  return format.dateTime(date, isToday ? 'time' : 'timestamp')
}
