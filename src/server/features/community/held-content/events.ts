import type { ReportSubject, Snapshot } from '#shared/operations/reports.ts'
import { defineEvent } from '#server/events/define-event.ts'

/** Something new waits for review, because of a watched word; nobody else sees it until then. */
export const contentHeld = defineEvent<{
  subjectType: ReportSubject
  subjectId: string
  ownerId: string
  /** Its content, for moderators. */
  snapshot: Snapshot
  heldWord: string
}>('content.held')
