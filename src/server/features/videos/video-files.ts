/*
 * Where the files of videos lie in the storage. Nobody gets them by their name: whoever may see the video does, at the
 * addresses below.
 */

/** `ending` begins with its dot. */
export const fileKey = (videoId: string, ending: string) => `videos/${videoId}${ending}`
export const posterKey = (videoId: string) => `posters/${videoId}.webp`

export const fileAddress = (videoId: string) => `/api/videos/${videoId}/file`
export const posterAddress = (videoId: string) => `/api/videos/${videoId}/poster`
