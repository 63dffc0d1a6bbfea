import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DecisionKind } from '#shared/operations/decisions.ts'
import type { ReportSubject, Snapshot } from '#shared/operations/reports.ts'
import { createdAt, timestamptz, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** A row of the moderators' queue: all reports of one subject until a moderator closes the case, or one held subject. */
export const moderationCases = pgTable(
  'moderation_cases',
  {
    id: primaryId(),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    /** No foreign key: the case outlives its subject. */
    subjectId: uuid('subject_id').notNull(),
    /** Its author or owner. */
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** The content at the first report. */
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** The watched word that held the subject for review; null for reports. */
    heldWord: text('held_word'),
    reportsCount: integer('reports_count').notNull().default(0),
    lastReportedAt: timestamptz('last_reported_at').notNull().defaultNow(),
    /** When a moderator handed the case over to an admin. */
    handedOverAt: timestamptz('handed_over_at'),
    handedOverBy: uuid('handed_over_by').references(() => users.id, { onDelete: 'set null' }),
    closedAt: timestamptz('closed_at'),
    closedBy: uuid('closed_by').references(() => users.id, { onDelete: 'set null' }),
    outcome: text().$type<'dismissed' | DecisionKind>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('moderation_cases_open_key')
      .on(table.subjectType, table.subjectId)
      .where(sql`${table.closedAt} is null`),
    // All cases of one subject.
    index('moderation_cases_subject_idx').on(table.subjectId, table.subjectType),
    index('moderation_cases_newest_idx')
      .on(table.lastReportedAt, table.id)
      .where(sql`${table.closedAt} is null`),
    index('moderation_cases_most_idx')
      .on(table.reportsCount, table.id)
      .where(sql`${table.closedAt} is null`),
    index('moderation_cases_closed_idx')
      .on(table.closedAt, table.id)
      .where(sql`${table.closedAt} is not null`),
    index('moderation_cases_owner_idx').on(table.ownerId, table.id),
    index('moderation_cases_closed_by_idx')
      .on(table.closedBy)
      .where(sql`${table.closedBy} is not null`),
    index('moderation_cases_handed_over_by_idx')
      .on(table.handedOverBy)
      .where(sql`${table.handedOverBy} is not null`),
  ],
)

/** Reports of members. */
export const reports = pgTable(
  'reports',
  {
    id: primaryId(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => moderationCases.id, { onDelete: 'cascade' }),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The text of the rule at the time of the report; null: another reason. */
    rule: text(),
    words: text(),
    /** The reported content; null if it is the same as the snapshot of the case. */
    snapshot: jsonb().$type<Snapshot>(),
    /** When the reporter was notified of the outcome. */
    toldAt: timestamptz('told_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // A member reports a subject once while its case is open.
    uniqueIndex('reports_reporter_key').on(table.reporterId, table.caseId),
    index('reports_subject_idx').on(table.reporterId, table.subjectId, table.subjectType),
    index('reports_case_idx').on(table.caseId, table.id),
    index('reports_untold_idx')
      .on(table.caseId)
      .where(sql`${table.toldAt} is null`),
  ],
)

/** A moderator's decision about a member's content or account, and the member's appeal. */
export const moderationDecisions = pgTable(
  'moderation_decisions',
  {
    id: primaryId(),
    caseId: uuid('case_id').references(() => moderationCases.id, { onDelete: 'set null' }),
    /** The member whom it concerns. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<DecisionKind>().notNull(),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The content at the time of the first report. */
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** The text of the rule at the time of the decision. */
    rule: text().notNull(),
    note: text(),
    /** The end of a time-out. */
    until: timestamptz('until'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    undoneAt: timestamptz('undone_at'),
    undoneBy: uuid('undone_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the removed content was deleted. */
    deletedAt: timestamptz('deleted_at'),
    appealWords: text('appeal_words'),
    appealedAt: timestamptz('appealed_at'),
    appealOutcome: text('appeal_outcome').$type<'upheld' | 'reversed'>(),
    appealNote: text('appeal_note'),
    appealDecidedAt: timestamptz('appeal_decided_at'),
    appealDecidedBy: uuid('appeal_decided_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('moderation_decisions_user_idx').on(table.userId, table.id),
    index('moderation_decisions_case_idx').on(table.caseId, table.id),
    index('moderation_decisions_appeals_idx')
      .on(table.appealedAt, table.id)
      .where(sql`${table.appealedAt} is not null and ${table.appealDecidedAt} is null`),
    // Removed content that is not purged yet. A subject has at most one removal in force.
    uniqueIndex('moderation_decisions_kept_key')
      .on(table.subjectType, table.subjectId)
      .where(sql`${table.kind} = 'removal' and ${table.undoneAt} is null and ${table.deletedAt} is null`),
    index('moderation_decisions_decided_by_idx')
      .on(table.decidedBy)
      .where(sql`${table.decidedBy} is not null`),
    index('moderation_decisions_undone_by_idx')
      .on(table.undoneBy)
      .where(sql`${table.undoneBy} is not null`),
    index('moderation_decisions_appeal_by_idx')
      .on(table.appealDecidedBy)
      .where(sql`${table.appealDecidedBy} is not null`),
  ],
)

/** Moderators who have a case open. */
export const moderationViewers = pgTable(
  'moderation_viewers',
  {
    caseId: uuid('case_id')
      .notNull()
      .references(() => moderationCases.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    until: timestamptz('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.userId] }),
    index('moderation_viewers_user_idx').on(table.userId),
  ],
)

export type CaseRow = typeof moderationCases.$inferSelect
export type DecisionRow = typeof moderationDecisions.$inferSelect
