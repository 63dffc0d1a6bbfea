import { LastIntent } from '#web/lib/last-intent.ts'

/** Likes of streams that are on their way to the server: newer than what it says of them meanwhile. */
export const likeIntents = new LastIntent<boolean, { liked: boolean; likesCount: number }>()
