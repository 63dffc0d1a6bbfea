import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { deleteCasesOf } from './case-queries.ts'
import { listenToHeldContent } from './listen.ts'
import { notifiedDecision, notifiedReport } from './notification-queries.ts'
import { moderationCases, reports, moderationDecisions, moderationViewers } from './schema.ts'

/** The cases of reported and held content. */
export const moderationCasesFeature = defineFeature({
  name: 'moderation-cases',
  listen: listenToHeldContent,
  extensions: [
    notificationSubjects.extend(() => notifiedDecision),
    notificationSubjects.extend(() => notifiedReport),
  ],
  tables: [moderationCases, reports, moderationDecisions, moderationViewers],
  exportUser: exportRows(
    { reports: reports.reporterId, decisions: moderationDecisions.userId },
    {
      without: [
        reports.snapshot,
        moderationDecisions.note,
        moderationDecisions.decidedBy,
        moderationDecisions.undoneBy,
        moderationDecisions.appealDecidedBy,
        moderationDecisions.appealNote,
      ],
    },
  ),
  deleteUser: (_context, tx, userId) => deleteCasesOf(tx, userId),
})
