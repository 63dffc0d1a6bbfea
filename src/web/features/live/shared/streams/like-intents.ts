import { LastIntent } from '#web/lib/last-intent.ts'

/** The likes of streams that are being sent; they are newer than those in messages of the server. */
export const likeIntents = new LastIntent<boolean, { liked: boolean; likesCount: number }>()
