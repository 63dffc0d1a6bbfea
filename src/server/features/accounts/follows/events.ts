import { defineEvent } from '#server/events/define-event.ts'

type Pair = { followerId: string; followingId: string }

export const userFollowed = defineEvent<Pair>('user.followed')
export const userUnfollowed = defineEvent<Pair>('user.unfollowed')
