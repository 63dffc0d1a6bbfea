import type { ArgumentsOf } from '#shared/endpoint.ts'
import type { Stream, updateStream } from '#shared/streams.ts'
import { fromLocalTime } from './local-time.ts'
import { type StreamValues, valuesOf } from './stream-values.ts'

export type StreamChange = ArgumentsOf<typeof updateStream>['body']

/** What an edited form changes of a stream: what it leaves as it was is not sent. */
export function changeOf(before: Stream, values: StreamValues, isPictureRemoved: boolean): StreamChange {
  const known = valuesOf(before)
  const { title, category, description, thumbnailUrl, scheduledFor, settings } = values
  const switched = Object.fromEntries(
    SETTINGS.filter((name) => settings[name] !== before.settings[name]).map((name) => [name, settings[name]]),
  )
  return {
    ...(title !== known.title && { title }),
    ...(category !== known.category && { category }),
    ...(description !== known.description && { description: description || null }),
    ...(thumbnailUrl !== '' && { thumbnailUrl }),
    ...(thumbnailUrl === '' && isPictureRemoved && { thumbnailUrl: null }),
    ...(scheduledFor !== known.scheduledFor && { scheduledFor: fromLocalTime(scheduledFor) }),
    ...(Object.keys(switched).length > 0 && { settings: switched }),
  }
}

const SETTINGS = ['isPublic', 'allowChat', 'recordStream'] as const
