import { sql } from 'drizzle-orm'
import {
  type SubjectViews,
  defineNotificationSubject,
} from '#server/features/notifications/notifications/notification-subject.ts'

/** A moderator's decision about the recipient. */
export const notifiedDecision = defineNotificationSubject({
  kind: 'decision',
  select: (id) => sql`
    select id, kind, subject_type as "subjectType", rule, undone_at is not null as "isUndone",
      appeal_outcome as "appealOutcome"
    from moderation_decisions where id = ${id}`,
  present: (decision: SubjectViews['decision']) => ({ decision }),
})

/** A report by the recipient whose case is closed. */
export const notifiedReport = defineNotificationSubject({
  kind: 'report',
  select: (id) => sql`
    select r.id, r.subject_type as "subjectType", k.outcome <> 'dismissed' as "isActedOn"
    from reports r join moderation_cases k on k.id = r.case_id where r.id = ${id}`,
  present: (report: SubjectViews['report']) => ({ report }),
})
