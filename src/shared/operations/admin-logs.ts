import * as z from 'zod/mini'
import { auditAction } from './audit.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, page } from '#shared/fields.ts'
import { isSearchable } from '#shared/text/searchable.ts'
import { userRef } from '#shared/accounts/users.ts'

export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export const logLevel = z.enum(LOG_LEVELS)
export type LogLevel = z.output<typeof logLevel>

export const LOG_CATEGORIES = [
  'jobs',
  'live',
  'moderation',
  'payments',
  'recordings',
  'storage',
  'videos',
] as const
export const logCategory = z.enum(LOG_CATEGORIES)
export type LogCategory = z.output<typeof logCategory>

/** Characters of a search. */
export const MAX_LOG_SEARCH = 200
export const MAX_SUBJECT_ID = 200
/** `from` is part of the period, `to` is not. */
const period = { from: z.optional(instant), to: z.optional(instant) }
const details = z.record(z.string(), z.unknown())

/** An event or an error of the site. Entries are deleted after two years. */
const logEntry = z.object({
  id,
  level: logLevel,
  message: z.string(),
  category: z.string(),
  userId: z.nullable(id),
  /** The user who caused the event; null for the site itself and for a deleted account. */
  user: z.nullable(userRef),
  metadata: details,
  createdAt: instant,
})
export type LogEntry = z.output<typeof logEntry>

/** The operator's log, the newest first. `search`: any part of the message and of the metadata, without case and accents. */
export const listLogs = endpoint({
  method: 'GET',
  path: '/api/admin/logs',
  access: 'admin',
  query: z.extend(page, {
    ...period,
    level: z.optional(logLevel),
    category: z.optional(logCategory),
    userId: z.optional(id),
    search: z.optional(z.string().check(z.trim(), maxLength(MAX_LOG_SEARCH), z.refine(isSearchable))),
  }),
  response: z.array(logEntry),
})

/** An action of an admin or a moderator. Entries are never deleted, and outlive the accounts. */
const auditEntry = z.object({
  id,
  /** One of `AUDIT_ACTIONS`, or one of an earlier version. */
  action: z.string(),
  actorId: id,
  /** Null for a deleted account. */
  actor: z.nullable(userRef),
  /** The id of the changed record, such as a user or a tip; the key of a setting. */
  subjectId: z.string(),
  /** The subject if it is a user whose account exists. */
  subject: z.nullable(userRef),
  details,
  createdAt: instant,
})
export type AuditEntry = z.output<typeof auditEntry>

const auditFilter = {
  ...period,
  action: z.optional(auditAction),
  actorId: z.optional(id),
  subjectId: z.optional(z.string().check(z.trim(), z.minLength(1), maxLength(MAX_SUBJECT_ID))),
}

/** The actions of admins and moderators, the newest first. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  query: z.extend(page, auditFilter),
  response: z.array(auditEntry),
})

/** All entries that match as CSV with a header line, the newest first. Not an `endpoint`, as the response is no JSON. */
export const exportAudit = {
  method: 'GET',
  path: '/api/admin/audit.csv',
  access: 'admin',
  query: z.object(auditFilter),
} as const
