/** Topic for all of a user's own sockets. */
export const inboxTopic = (userId: string) => `inbox:${userId}`
