/** New and deleted comments of one post. */
export const commentsTopic = (postId: string) => `comments:${postId}`
