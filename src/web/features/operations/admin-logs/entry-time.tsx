import { useFormatter } from 'use-intl/react'

/** When an entry was made, in this device's time. */
export function EntryTime({ at }: { at: string }) {
  const format = useFormatter()
  return (
    <time dateTime={at} className="num text-meta whitespace-nowrap text-ink-3">
      {format.dateTime(new Date(at), 'timestamp')}
    </time>
  )
}
