import { LastIntent } from '#web/lib/last-intent.ts'

/** Likes of videos by the current user that are being sent: other records of these videos may be older. */
export const videoLikeIntents = new LastIntent<boolean, { liked: boolean; likesCount: number }>()
