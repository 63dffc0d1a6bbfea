/**
 * Stories with one small video, which wait more than they compute. Video is encoded and decoded in software, so one of them
 * runs at a time: beside the unit tests, which leave processors idle.
 */
export const SHORT_MEDIA = [
  'legacy-viewer',
  'mini-player',
  'phone-stream',
  'phone-studio',
  'phone-watch',
  'players',
  'recovery',
  'turn',
  'uploads',
  'videos-upload',
  'watch',
]

/** @param {string} path of a story */
export function isShortMedia(path) {
  return SHORT_MEDIA.includes(/([^/]+)\.spec\.ts$/.exec(path)?.[1] ?? '')
}
