import { defineFeature } from '#server/feature.ts'
import { listenToStreams } from './listen.ts'
import { startJobHandler } from './start-job.ts'

/** Notifies of the starts of streams. */
export const startNotificationsFeature = defineFeature({
  name: 'start-notifications',
  jobs: (context) => [startJobHandler(context)],
  listen: listenToStreams,
})
