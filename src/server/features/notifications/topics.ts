/** What only the member itself hears, on every page that it has open. */
export const inboxTopic = (userId: string) => `inbox:${userId}`
