import { MAX_DAYS_AHEAD } from '#shared/streams.ts'
import { HttpError } from '#server/http/errors.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Throws 422 at the field for a time that is past, or further ahead than anybody plans. */
export function checkSchedule(scheduledFor: Date | null): void {
  if (scheduledFor === null) return
  const ahead = scheduledFor.getTime() - Date.now()
  if (ahead <= 0) throw unfit('streams.schedulePast')
  if (ahead > MAX_DAYS_AHEAD * DAY_MS) throw unfit('streams.scheduleFar')
}

function unfit(key: 'streams.schedulePast' | 'streams.scheduleFar'): HttpError {
  return new HttpError(422, 'unprocessable', key, {
    fields: [{ path: 'scheduledFor', key }],
  })
}
