/** New and deleted posts of everyone. */
export const FEED_TOPIC = 'feed'
/** Changed counts and deletion of one post. */
export const postTopic = (postId: string) => `post:${postId}`
