import * as z from 'zod/mini'
import { auditAction } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, page } from './fields.ts'
import { isSearchable } from './text/searchable.ts'
import { userRef } from './users.ts'

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
/** From an instant on, and before another. */
const period = { from: z.optional(instant), to: z.optional(instant) }
const details = z.record(z.string(), z.unknown())

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
    search: z.optional(z.string().check(z.trim(), z.maxLength(MAX_LOG_SEARCH), z.refine(isSearchable))),
  }),
  response: z.array(logEntry),
})

const auditEntry = z.object({
  id,
  /** One of `AUDIT_ACTIONS`, or one of an earlier version. */
  action: z.string(),
  actorId: id,
  /** Null for a deleted account. */
  actor: z.nullable(userRef),
  /** The id of what the action changed: of a user, a tip, the key of a setting. */
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
  subjectId: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
}

/** What admins and moderators did, the newest first. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  query: z.extend(page, auditFilter),
  response: z.array(auditEntry),
})

/** All entries that match, as CSV. */
export const exportAudit = {
  method: 'GET',
  path: '/api/admin/audit.csv',
  access: 'admin',
  query: z.object(auditFilter),
} as const
