import { defineFeature } from '#server/feature.ts'
import { listenToPublications } from './listen.ts'
import { publicationJobHandler } from './publication-job.ts'

/** Notifies of new videos. */
export const publicationNotificationsFeature = defineFeature({
  name: 'publication-notifications',
  jobs: (context) => [publicationJobHandler(context)],
  listen: listenToPublications,
})
