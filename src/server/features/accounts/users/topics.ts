/** Topic of a user's counts, for pages that show the user. */
export const userTopic = (userId: string) => `member:${userId}`
