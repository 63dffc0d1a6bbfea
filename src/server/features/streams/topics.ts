/** The subscribers of one stream. */
export const streamTopic = (streamId: string) => `stream:${streamId}`
/** Changes of all streams, private ones too: only for subscribers within the server. */
export const STREAMS_TOPIC = 'streams'
/** Starts and ends of public streams. */
export const LIVE_TOPIC = 'live'
