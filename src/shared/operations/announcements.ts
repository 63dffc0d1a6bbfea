import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, page, requiredLine, requiredText } from '#shared/fields.ts'
import { userRef } from '#shared/accounts/users.ts'

/** In code points. */
export const ANNOUNCEMENT_LIMITS = { title: 120, text: 1000, link: 200 } as const

/** A path of this site, with its query: `/creator-pro`. Not the address of another site, however it is written. */
export const isSitePath = (path: string): boolean => /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path)

const announcement = z.object({
  id,
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  /** Null once the account is deleted. */
  createdBy: z.nullable(userRef),
  createdAt: instant,
  /** Active members when it was written. */
  recipientsCount: z.int(),
  sentCount: z.int(),
  /** Null while it is being sent. */
  finishedAt: z.nullable(instant),
})
export type Announcement = z.output<typeof announcement>

/** The announcements to all members, the newest first. */
export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  access: 'admin',
  query: page,
  response: z.array(announcement),
})

/** The number of members that an announcement would be sent to now. */
export const countAnnouncementRecipients = endpoint({
  method: 'GET',
  path: '/api/admin/announcements/recipients',
  access: 'admin',
  response: z.object({ count: z.int() }),
})

/** Notifies all active members, once each. Repeating it with the same key returns the announcement that it made. */
export const sendAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  access: 'admin',
  body: z.object({
    title: requiredLine(ANNOUNCEMENT_LIMITS.title),
    text: requiredText(ANNOUNCEMENT_LIMITS.text),
    link: z.nullable(z.string().check(maxLength(ANNOUNCEMENT_LIMITS.link), z.refine(isSitePath))),
    idempotencyKey: id,
  }),
  response: announcement,
  status: 201,
})
