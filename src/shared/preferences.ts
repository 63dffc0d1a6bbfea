import * as z from 'zod/mini'
import { credentials, registration } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { BIO_LANGUAGES } from './heritage.ts'
import { NOTIFICATION_TYPES } from './notifications.ts'

/** What a member has chosen on every device; theme and data saver are kept by the browser. */
const preferences = z.object({
  /** Read by preference, as BCP 47; null follows the browser. */
  language: z.nullable(z.enum(BIO_LANGUAGES)),
  /** Which notifications one gets. */
  notifications: z.record(z.enum(NOTIFICATION_TYPES), z.boolean()),
})
export type Preferences = z.output<typeof preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/auth/preferences',
  access: 'member',
  response: preferences,
})

/** What is left out stays as it is. */
export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/api/auth/preferences',
  access: 'member',
  body: z.object({
    language: z.optional(preferences.shape.language),
    notifications: z.optional(z.partialRecord(z.enum(NOTIFICATION_TYPES), z.boolean())),
  }),
  response: preferences,
})

/** Ends every other session of the member. 403 `wrong_credentials` when the present password is not that. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'member',
  body: z.object({ currentPassword: credentials.shape.password, newPassword: registration.shape.password }),
  response: z.object({ endedSessions: z.int() }),
})

/** A browser that is signed in. `id` names it and signs nobody in. */
const session = z.object({
  id: z.string(),
  userAgent: z.nullable(z.string()),
  createdAt: z.nullable(instant),
  /** To the day. */
  lastUsedAt: instant,
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

/** The one that asks first, then the one used last. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'member',
  response: z.array(session),
})

/** Signs a browser out, its open sockets too. */
export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'member',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  response: z.object({ id: z.string() }),
})
