import * as z from 'zod/mini'
import { credentials, registration } from './auth.ts'
import { endpoint } from '#shared/endpoint.ts'
import { instant } from '#shared/fields.ts'
import { BIO_LANGUAGES } from '#shared/accounts/heritage.ts'

/** The notifications that a user may turn off. */
export const NOTIFICATION_TYPES = [
  'follow',
  'like',
  'comment',
  'mention',
  'live',
  'video',
  'recording',
  'tip',
] as const
/** How often a user gets a mail about unread notifications. */
export const DIGEST_PERIODS = ['off', 'daily', 'weekly'] as const

/** Preferences that apply on all of a user's devices; theme and data saver are stored in the browser. */
const preferences = z.object({
  /** Preferred language, BCP 47; null follows the browser. */
  language: z.nullable(z.enum(BIO_LANGUAGES)),
  /** Which notifications the user gets. */
  notifications: z.record(z.enum(NOTIFICATION_TYPES), z.boolean()),
  /** Which mails the user gets at the confirmed address. */
  mail: z.object({
    /** When a browser signs in that has not done so before. */
    newSignIn: z.boolean(),
    /** About unread notifications. */
    digest: z.enum(DIGEST_PERIODS),
  }),
})
export type Preferences = z.output<typeof preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/auth/preferences',
  access: 'member',
  response: preferences,
})

/** Absent fields stay unchanged. */
export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/api/auth/preferences',
  access: 'member',
  body: z.object({
    language: z.optional(preferences.shape.language),
    notifications: z.optional(z.partialRecord(z.enum(NOTIFICATION_TYPES), z.boolean())),
    mail: z.optional(z.partial(preferences.shape.mail)),
  }),
  response: preferences,
})

/** Ends every other session of the user. 403 `wrong_credentials` for a wrong current password. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'member',
  body: z.object({ currentPassword: credentials.shape.password, newPassword: registration.shape.password }),
  response: z.object({ endedSessions: z.int() }),
})

/** A signed-in browser. `id` is not the session's secret: it signs nobody in. */
export const session = z.object({
  id: z.string(),
  userAgent: z.nullable(z.string()),
  createdAt: z.nullable(instant),
  /** With a precision of one day. */
  lastUsedAt: instant,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

/** The session of the request first, then the latest used. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'member',
  response: z.array(session),
})

/** Signs a browser out and closes its sockets. */
export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'member',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  response: z.object({ id: z.string() }),
})
