/** New and deleted comments of one post or video. */
export const commentsTopic = (subjectId: string) => `comments:${subjectId}`
