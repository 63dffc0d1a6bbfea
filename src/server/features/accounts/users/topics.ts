/** Topic of the pages that show a user. The counts are retained, and nothing else may be. */
export const userTopic = (userId: string) => `member:${userId}`

/** Topic of the pages that show whether a user is live. The state is retained. */
export const userLiveTopic = (userId: string) => `member-live:${userId}`

/** Topic for all of a user's own sockets. */
export const inboxTopic = (userId: string) => `inbox:${userId}`
