import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page } from '#shared/fields.ts'
import { userSummary } from './follows.ts'

/**
 * A block hides two users from each other, and each is refused what concerns the other. A mute hides a user from the
 * one who muted alone, and refuses nothing. The other user is notified of neither.
 */
const HIDING_KINDS = ['block', 'mute'] as const
export type HidingKind = (typeof HIDING_KINDS)[number]

/** What the caller has done; whether the other user has blocked the caller is not in it. */
const hidingState = z.object({ blocked: z.boolean(), muted: z.boolean() })

const ofUser = z.object({ userId: id })
const shared = { access: 'member', rate: 'blocks', params: ofUser, response: hidingState } as const

/**
 * Blocks a user. Ends the follows between both, and withdraws the notifications of what each did; unblocking restores neither. Idempotent,
 * like the other three. 400 if the user is the caller.
 */
export const blockUser = endpoint({ method: 'PUT', path: '/api/users/:userId/block', ...shared })
export const unblockUser = endpoint({ method: 'DELETE', path: '/api/users/:userId/block', ...shared })
/** Mutes a user, and withdraws the notifications of what the user did from the caller. Follows stay. */
export const muteUser = endpoint({ method: 'PUT', path: '/api/users/:userId/mute', ...shared })
export const unmuteUser = endpoint({ method: 'DELETE', path: '/api/users/:userId/mute', ...shared })

/** A user whom the caller has blocked or muted, and since when. */
const hiddenUser = z.extend(userSummary, { since: instant })

/** The users whom the caller has blocked or muted, the latest first. */
export const listHiddenUsers = endpoint({
  method: 'GET',
  path: '/api/preferences/blocks',
  access: 'member',
  query: z.extend(page, { kind: z.enum(HIDING_KINDS) }),
  response: z.array(hiddenUser),
})

/**
 * The users whom the caller's pages leave out of socket messages, sorted: those whom the caller has blocked or muted, and
 * those who have blocked the caller. It does not say which of these. Browsers keep it, and ask with its `ETag` whether it has
 * changed.
 */
export const listHiddenIds = endpoint({
  method: 'GET',
  path: '/api/hidden-users',
  access: 'member',
  response: z.object({ ids: z.array(id) }),
})

export const blockServerMessages = [
  /** To every page of one member: `listHiddenIds` has changed, and lists on the page may show users that are in it now. */
  z.object({ type: z.literal('hidden_users_changed') }),
] as const
