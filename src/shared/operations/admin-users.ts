import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { type QueryOf, endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, page, requiredText } from '#shared/fields.ts'
import { session } from '#shared/accounts/preferences.ts'
import { role } from '#shared/role-schema.ts'
import { storageUse } from '#shared/media/uploads.ts'
import { currentUser, userRef } from '#shared/accounts/users.ts'

/** Users on a page of the list. */
export const USERS_PAGE_SIZE = 20
export const MAX_USERS_OFFSET = 100_000_000
export const USER_STATUSES = ['active', 'inactive', 'waiting'] as const
export type UserStatus = (typeof USER_STATUSES)[number]
/** Characters of a note. */
export const MAX_NOTE = 2000

/** The whole record of a user, as the user sees it. */
const adminUser = z.extend(currentUser, {
  /** Not active yet: an admin has neither approved nor refused the new account. */
  awaitsApproval: z.boolean(),
})
export type AdminUser = z.output<typeof adminUser>

/** Every user, the newest first. `search`: a part of the e-mail address or the full name, blind to case and accents. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  query: z.object({
    limit: page.shape.limit,
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_USERS_OFFSET)), 0),
    search: z.optional(z.string().check(z.trim(), maxLength(LIMITS.email))),
    role: z.optional(role),
    /** `waiting`: those who await approval, who are not `inactive`. */
    status: z.optional(z.enum(USER_STATUSES)),
  }),
  response: z.object({
    users: z.array(adminUser),
    /** Number of users that match, on all pages. */
    total: z.int(),
  }),
})

export type UsersQuery = QueryOf<typeof listUsers>

/** `admins`: with the role admin or super_admin. Those who are deactivated count in `total`, and in their role. */
const userCounts = z.object({
  total: z.int(),
  active: z.int(),
  admins: z.int(),
  moderators: z.int(),
  waiting: z.int(),
})
export type UserCounts = z.output<typeof userCounts>

export const countUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/counts',
  access: 'admin',
  response: userCounts,
})

const ofUser = z.object({ id })

/**
 * Changes a role; repeating it changes nothing. 403 `forbidden` for a lower role of oneself, and where only super_admins appoint
 * admins; 409 `last_super_admin`.
 */
export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  params: ofUser,
  body: z.object({ role }),
  response: adminUser,
})

/**
 * Activates or deactivates a user, approves or refuses one who waits; repeating it changes nothing. Deactivating ends the user's
 * sessions, sockets and live stream. 403 `forbidden` for oneself, and as for roles; 409 `last_super_admin`.
 */
export const changeStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/status',
  access: 'admin',
  params: ofUser,
  body: z.object({ active: z.boolean() }),
  response: adminUser,
})

/** A remark of an admin about a user, which only admins read. `author` is null once the account is deleted. */
const note = z.object({ id, author: z.nullable(userRef), text: z.string(), createdAt: instant })
export type UserNote = z.output<typeof note>

/** A user with sessions, content, storage and tips. Amounts are decimal text in US dollars, of real money or of a sandbox. */
const userDetails = z.object({
  user: adminUser,
  /** The open sessions, the latest used first. */
  sessions: z.array(session),
  content: z.object({
    posts: z.int(),
    comments: z.int(),
    videos: z.int(),
    streams: z.int(),
    chatMessages: z.int(),
  }),
  storage: storageUse,
  payments: z.object({
    tipsSent: z.object({ count: z.int(), amount: z.string() }),
    tipsReceived: z.object({ count: z.int(), amount: z.string() }),
  }),
  /** The newest first, at most 100. */
  notes: z.array(note),
})
export type UserDetails = z.output<typeof userDetails>

/** 404 if there is no such user. */
export const getUserDetails = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  params: ofUser,
  response: userDetails,
})

/** Ends all sessions of a user, and closes the user's sockets; returns the number of sessions. 404 if there is no such user. */
export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  access: 'admin',
  params: ofUser,
  response: z.object({ endedSessions: z.int() }),
})

/** Adds a note about a user, which only admins read; it cannot be changed. 404 if there is no such user. */
export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/notes',
  access: 'admin',
  params: ofUser,
  body: z.object({ text: requiredText(MAX_NOTE) }),
  response: note,
  status: 201,
})
