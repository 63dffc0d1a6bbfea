import type { ReportSubject, Snapshot } from '#shared/operations/reports.ts'
import { defineEvent } from '#server/events/define-event.ts'

/** A watched word holds new content for review. Until a moderator releases it, only its author sees it. */
export const contentHeld = defineEvent<{
  subjectType: ReportSubject
  subjectId: string
  ownerId: string
  /** Its content, for moderators. */
  snapshot: Snapshot
  heldWord: string
}>('content.held')
