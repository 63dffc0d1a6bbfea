/** Cache key prefix of everything about the current user's videos. */
export const CREATOR_VIDEOS_KEY = ['creator-videos']
