import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant } from '#shared/fields.ts'
import { BIO_LANGUAGES } from '#shared/accounts/heritage.ts'
import { role } from '#shared/role-schema.ts'

const nullableText = z.nullable(z.string())

/** The fields sent wherever a name is shown. `email` is masked (`a…@example.org`) for all but its owner and admins. */
export const userRef = z.object({
  id,
  handle: z.string(),
  email: z.string(),
  firstName: nullableText,
  lastName: nullableText,
  profileImageUrl: nullableText,
})
export type UserRef = z.output<typeof userRef>

/**
 * Whether a user is live: `liveStreamId` is a public stream. A private one is not mentioned, and neither is one of a user
 * with whom the requester has a block.
 */
const liveState = { isLive: z.boolean(), liveStreamId: z.nullable(id) }

/** A user who is shown with an avatar. Records of money, moderation and chat have a `userRef`, without the live state. */
export const shownUser = z.extend(userRef, liveState)
export type ShownUser = z.output<typeof shownUser>
export type LiveState = Pick<ShownUser, 'isLive' | 'liveStreamId'>

/** A user as seen by others. */
export const publicUser = z.extend(shownUser, {
  bio: nullableText,
  followersCount: z.int(),
  followingCount: z.int(),
  totalViews: z.int(),
  streamsCount: z.int(),
  isPremium: z.boolean(),
  isActive: z.boolean(),
  role,
  heritageRegion: nullableText,
  countryOfOrigin: nullableText,
  languages: z.array(z.string()),
  collaborationTags: z.array(z.string()),
  bioMultilingual: z.record(z.string(), z.string()),
  createdAt: instant,
  updatedAt: instant,
})
export type PublicUser = z.output<typeof publicUser>

/** A user's record for one requester; all three are false for visitors and for the user itself. */
const publicUserForRequester = z.extend(publicUser, {
  blockedByMe: z.boolean(),
  mutedByMe: z.boolean(),
  /** One of the two has blocked the other: the lists of this user's posts, videos and streams are empty. */
  postsHidden: z.boolean(),
})
export type PublicUserForRequester = z.output<typeof publicUserForRequester>

/** A user as seen by themselves: the whole record except the password. */
export const currentUser = z.extend(publicUser, {
  paypalCustomerId: nullableText,
  paypalSubscriptionId: nullableText,
  lastLoginAt: z.nullable(instant),
  /** Preferred language, BCP 47; null follows the browser. */
  language: z.nullable(z.enum(BIO_LANGUAGES)),
  /** When the user confirmed the e-mail address; null before. */
  emailVerifiedAt: z.nullable(instant),
  /** The version of the operator's notice that the user has dismissed (`notice.ts`). */
  dismissedNotice: nullableText,
})
export type CurrentUser = z.output<typeof currentUser>

export const userServerMessages = [
  /** To every page of one user, whose own record has changed: the pages load it again. */
  z.object({ type: z.literal('account_changed'), userId: id }),
  /** To those who watch whether the user is live. */
  z.object({ type: z.literal('user_live_changed'), userId: id, data: z.object(liveState) }),
] as const

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:userId',
  access: 'anyone',
  params: z.object({ userId: id }),
  response: publicUserForRequester,
})

/** Returns first plus last name; without both, the `@handle`, or the address for its owner and admins, who get it unmasked. */
export function displayName(user: Pick<UserRef, 'handle' | 'firstName' | 'lastName' | 'email'>): string {
  return fullName(user) || (isMasked(user.email) ? `@${user.handle}` : user.email)
}

/** Returns the `@handle` to show beside the `displayName`, or null if that is the handle already. */
export function secondaryHandle(user: Parameters<typeof displayName>[0]): string | null {
  const handle = `@${user.handle}`
  return displayName(user) === handle ? null : handle
}

/** Returns the same as `displayName` for readers who may not know the address, whoever they are. */
export const publicName = (user: Pick<UserRef, 'handle' | 'firstName' | 'lastName'>): string =>
  fullName(user) || `@${user.handle}`

/** Returns `a…@example.org`. */
export function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

/** No address has an ellipsis before its last `@`. */
const isMasked = (email: string) => email.includes('…@')

const fullName = ({ firstName, lastName }: Pick<UserRef, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter(Boolean).join(' ')
