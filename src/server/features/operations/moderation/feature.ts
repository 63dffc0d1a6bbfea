import { defineFeature } from '#server/feature.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import { purgeRemovedHandler } from './purge-job.ts'
import { renameMediaHandler } from './rename-media-job.ts'
import { mountModeration } from './routes.ts'
import { tellReportersHandler } from './tell-reporters-job.ts'

/** Reports, the moderators' queue, their decisions, and appeals. */
export const moderationFeature = defineFeature({
  name: 'moderation',
  routes: mountModeration,
  async jobs(context) {
    const dependencies = { ...context, media: await context.service(mediaService) }
    return [
      tellReportersHandler(dependencies),
      purgeRemovedHandler(dependencies),
      renameMediaHandler(dependencies),
    ]
  },
})
