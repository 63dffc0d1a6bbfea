/** Everyone on one stream. */
export const streamTopic = (streamId: string) => `stream:${streamId}`
/** Starts and ends of all streams, private ones too: for the server's own parts. */
export const STREAMS_TOPIC = 'streams'
/** Starts and ends of the streams that everyone may see listed. */
export const LIVE_TOPIC = 'live'
