import { scaled } from '../../scripts/test/machine-limits.ts'

/** How long a story waits for the processing of a video, in milliseconds. */
export const ENCODING_TIMEOUT_MS = scaled(120_000)
