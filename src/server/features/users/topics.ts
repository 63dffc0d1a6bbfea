/** Counts of one member, for whoever looks at it. */
export const userTopic = (userId: string) => `member:${userId}`
