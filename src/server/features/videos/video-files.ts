/*
 * Storage keys of video files. The keys are not served: the URLs below check access to the video.
 */

/** `extension` starts with a dot. */
export const fileKey = (videoId: string, extension: string) => `videos/${videoId}${extension}`
export const posterKey = (videoId: string) => `posters/${videoId}.webp`

export const fileUrl = (videoId: string) => `/api/videos/${videoId}/file`
export const posterUrl = (videoId: string) => `/api/videos/${videoId}/poster`
