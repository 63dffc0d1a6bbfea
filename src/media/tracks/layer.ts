/** The full picture, and the same once more, small enough for a weak line. */
export type VideoLayer = 'high' | 'low'

/**
 * The tracks that a broadcaster may send. A viewer gets sound and one of the two pictures, as one track of which
 * it never sees that it changes between them.
 */
export type Layer = 'audio' | VideoLayer

export const VIDEO_LAYERS = ['high', 'low'] as const
