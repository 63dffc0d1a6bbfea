/** The two encodings of the video: full size, and a small one for weak connections. */
export type VideoLayer = 'high' | 'low'

/**
 * The tracks that a publisher may send. A viewer gets audio and one of the two video layers in a single video track.
 */
export type Layer = 'audio' | VideoLayer

export const VIDEO_LAYERS = ['high', 'low'] as const
