/** The subscribers of one stream. */
export const streamTopic = (streamId: string) => `stream:${streamId}`
/** Starts and ends of public streams. */
export const LIVE_TOPIC = 'live'
