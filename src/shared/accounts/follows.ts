import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, maxLength, page } from '#shared/fields.ts'
import { shownUser } from './users.ts'

/** A user in a list: the fields of a row, and whether the caller follows the user. Bios are only in `publicUser`. */
export const userSummary = z.extend(shownUser, {
  isPremium: z.boolean(),
  followersCount: z.int(),
  viewer: z.object({ isFollowing: z.boolean() }),
})
export type UserSummary = z.output<typeof userSummary>

const following = z.object({ following: z.boolean(), followersCount: z.int() })

/** Toggles; a body with `following` sets the state instead. 400 if the user is the caller. */
export const followUser = endpoint({
  method: 'POST',
  path: '/api/users/:userId/follow',
  access: 'member',
  rate: 'follows',
  params: z.object({ userId: id }),
  body: z.nullish(z.object({ following: z.optional(z.boolean()) })),
  response: following,
})

/** Idempotent. */
export const unfollowUser = endpoint({
  method: 'POST',
  path: '/api/users/:userId/unfollow',
  access: 'member',
  rate: 'follows',
  params: z.object({ userId: id }),
  response: following,
})

/** Whether `userId` follows `streamerId`. */
export const getFollow = endpoint({
  method: 'GET',
  path: '/api/follows/:userId/:streamerId',
  access: 'member',
  params: z.object({ userId: id, streamerId: id }),
  response: z.object({ following: z.boolean() }),
})

/** Users to follow, those who are live first, then the best match; without the caller and users whom the caller follows already. */
export const listSuggested = endpoint({
  method: 'GET',
  path: '/api/users/suggested',
  access: 'member',
  rate: 'suggestedUsers',
  query: z.object({ limit: page.shape.limit }),
  response: z.array(userSummary),
})

/**
 * Users by region, tag and language: those who are live first, then the most followed. With `mention` instead, one page of the users whose
 * handle or name has that prefix, for suggestions after an `@`: users whom the caller follows come first.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'anyone',
  rate: 'userLists',
  query: z.extend(page, {
    region: z.optional(z.string().check(maxLength(100))),
    tag: z.optional(z.string().check(maxLength(100))),
    language: z.optional(z.string().check(maxLength(100))),
    mention: z.optional(z.string().check(maxLength(40))),
  }),
  response: z.array(userSummary),
})

const ofUser = z.object({ userId: id })

export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/users/:userId/followers',
  access: 'anyone',
  params: ofUser,
  query: page,
  response: z.array(userSummary),
})

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/users/:userId/following',
  access: 'anyone',
  params: ofUser,
  query: page,
  response: z.array(userSummary),
})

export const followServerMessages = [
  /** To every page of one member; `followingCount` is the member's own. */
  z.object({
    type: z.literal('follow_changed'),
    userId: id,
    data: z.object({ isFollowing: z.boolean(), followersCount: z.int(), followingCount: z.int() }),
  }),
  /** To those who watch a member. */
  z.object({
    type: z.literal('user_changed'),
    userId: id,
    data: z.object({ followersCount: z.int(), followingCount: z.int() }),
  }),
] as const
