import { MAX_DAYS_AHEAD } from '#shared/streams.ts'
import { HttpError } from '#server/http/errors.ts'
import { translate } from '#server/http/translate.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Throws 422 with a field error for a time that is past or more than MAX_DAYS_AHEAD days ahead. */
export function checkSchedule(scheduledFor: Date | null): void {
  if (scheduledFor === null) return
  const aheadMs = scheduledFor.getTime() - Date.now()
  if (aheadMs <= 0) throw scheduleError('streams.schedulePast')
  if (aheadMs > MAX_DAYS_AHEAD * DAY_MS) throw scheduleError('streams.scheduleFar')
}

function scheduleError(key: 'streams.schedulePast' | 'streams.scheduleFar'): HttpError {
  return new HttpError(422, 'unprocessable', key, {
    fields: [{ path: 'scheduledFor', message: translate(key) }],
  })
}
