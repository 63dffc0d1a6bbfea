/** Deletions of all videos: only for subscribers within the server. */
export const VIDEOS_TOPIC = 'videos'
