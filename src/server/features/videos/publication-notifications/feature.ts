import { defineFeature } from '#server/feature.ts'
import { listenToPublications } from './listen.ts'
import { publicationJobHandler } from './publication-job.ts'

/** Notifies of new videos. */
export const publicationNotificationsFeature = defineFeature({
  name: 'publication-notifications',
  listen: listenToPublications,
  jobs: (context) => [publicationJobHandler(context)],
})
