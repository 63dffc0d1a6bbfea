import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, line, page } from '#shared/fields.ts'
import { userRef } from './users.ts'

/** Characters of the note of an invitation. */
export const MAX_INVITATION_NOTE = 100
/** Days for which an invitation can be valid. */
export const MAX_INVITATION_DAYS = 365
/** Accounts that can be opened with one invitation. */
export const MAX_INVITATION_USES = 1000

/** The path of the page that opens an account with an invitation. */
export const invitationPath = (token: string) => `/auth/login?tab=create&invitation=${token}`

/** A link that lets up to `maxUses` people create an account until it expires. */
const invitation = z.object({
  id,
  /** Part of the link: see `invitationPath`. */
  token: z.string(),
  /** For whom it is; only admins read it. */
  note: z.nullable(z.string()),
  maxUses: z.int(),
  usesCount: z.int(),
  expiresAt: instant,
  /** Null until an admin revokes it. */
  revokedAt: z.nullable(instant),
  /** Null once the account is deleted. */
  createdBy: z.nullable(userRef),
  createdAt: instant,
})
export type Invitation = z.output<typeof invitation>

/** All invitations, also those that cannot be used any more; the newest first. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'admin',
  query: page,
  response: z.array(invitation),
})

/** Creates an invitation that is valid for `days` from now. */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  body: z.object({
    note: z.optional(line(MAX_INVITATION_NOTE)),
    maxUses: z._default(z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_USES)), 1),
    days: z._default(z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_DAYS)), 14),
  }),
  response: invitation,
  status: 201,
})

/** Makes an invitation unusable; repeating it changes nothing. 404 if there is no such invitation. */
export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  access: 'admin',
  params: z.object({ id }),
  response: invitation,
})
