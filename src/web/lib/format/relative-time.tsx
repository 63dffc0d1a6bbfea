import { useFormatter, useNow } from 'use-intl/react'

const MINUTE_MS = 60_000

/** Returns how long ago `at` (ISO 8601) was, as '3 hours ago', kept current. */
export function useRelativeTime(at: string): string {
  const format = useFormatter()
  const now = useNow({ updateInterval: MINUTE_MS })
  const date = new Date(at)
  // A device clock that is behind must not show a time in the future.
  return format.relativeTime(date, date > now ? date : now)
}

/** A time (ISO 8601) as '3 hours ago', with the date as its title. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const format = useFormatter()
  return (
    <time dateTime={at} title={format.dateTime(new Date(at), 'timestamp')} className={className}>
      {useRelativeTime(at)}
    </time>
  )
}
