import type { ArgumentsOf } from '#shared/endpoint.ts'
import type { Stream, updateStream } from '#shared/live/streams.ts'
import { fromLocalTime } from '#web/lib/format/local-time.ts'
import { type StreamValues, toFormValues } from './stream-values.ts'

export type StreamChange = ArgumentsOf<typeof updateStream>['body']

/** Returns the changed fields of an edited form. */
export function getChangedFields(
  initial: Stream,
  values: StreamValues,
  isImageRemoved: boolean,
): StreamChange {
  const initialValues = toFormValues(initial)
  const { title, category, description, thumbnailUrl, scheduledFor, settings } = values
  const changedSettings = Object.fromEntries(
    SETTINGS.filter((name) => settings[name] !== initial.settings[name]).map((name) => [
      name,
      settings[name],
    ]),
  )
  return {
    ...(title !== initialValues.title && { title }),
    ...(category !== initialValues.category && { category }),
    ...(description !== initialValues.description && { description: description || null }),
    ...(thumbnailUrl !== '' && { thumbnailUrl }),
    ...(thumbnailUrl === '' && isImageRemoved && { thumbnailUrl: null }),
    ...(scheduledFor !== initialValues.scheduledFor && { scheduledFor: fromLocalTime(scheduledFor) }),
    ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
  }
}

const SETTINGS = ['isPublic', 'allowChat', 'recordStream', 'publishRecording', 'tipGoal'] as const
