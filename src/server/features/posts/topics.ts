/** New posts of everyone, for feeds. */
export const FEED_TOPIC = 'feed'
/** Counts and the end of one post. */
export const postTopic = (postId: string) => `post:${postId}`
