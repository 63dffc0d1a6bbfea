/** Counts of one member, for whoever looks at it. */
export const memberTopic = (userId: string) => `member:${userId}`
