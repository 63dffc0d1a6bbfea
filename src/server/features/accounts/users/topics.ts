/** Topic of a user's counts, for pages that show the user. */
export const userTopic = (userId: string) => `member:${userId}`

/** Topic for all of a user's own sockets. */
export const inboxTopic = (userId: string) => `inbox:${userId}`
