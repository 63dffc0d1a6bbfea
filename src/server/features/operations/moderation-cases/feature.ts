import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { notifiedDecision, notifiedReport } from './notification-queries.ts'
import { defineFeature } from '#server/feature.ts'
import { listenToHeldContent } from './listen.ts'

/** The cases of what was reported or is held. */
export const moderationCases = defineFeature({
  name: 'moderation-cases',
  listen: listenToHeldContent,
  extensions: [
    notificationSubjects.extend(() => notifiedDecision),
    notificationSubjects.extend(() => notifiedReport),
  ],
})
