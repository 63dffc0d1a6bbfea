/** Deletions of all videos: for the server's own parts. */
export const VIDEOS_TOPIC = 'videos'
