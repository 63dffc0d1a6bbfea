import { MAX_DAYS_AHEAD } from '#shared/live/streams.ts'
import { HttpError } from '#server/http/errors.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Field = 'scheduledFor' | 'publishAt'

/** Throws 422 at `field` for a time that is past or more than MAX_DAYS_AHEAD days ahead. */
export function checkSchedule(time: Date | null, field: Field = 'scheduledFor'): void {
  if (time === null) return
  const aheadMs = time.getTime() - Date.now()
  if (aheadMs <= 0) throw scheduleError(field, 'streams.schedulePast')
  if (aheadMs > MAX_DAYS_AHEAD * DAY_MS) throw scheduleError(field, 'streams.scheduleFar')
}

function scheduleError(path: Field, key: 'streams.schedulePast' | 'streams.scheduleFar'): HttpError {
  return new HttpError(422, 'unprocessable', key, { fields: [{ path, key }] })
}
