/**
 * Defaults of the lengths (code points), counts and sizes (bytes) that the operator may change as `limits.*` of the
 * site settings.
 */
export const LIMIT_DEFAULTS = {
  profileName: 100,
  bio: 1000,
  post: 5000,
  comment: 1000,
  chatMessage: 500,
  tipMessage: 200,
  languages: 20,
  tags: 30,
  tagLength: 40,
  socialLinks: 20,
  playbacks: 60,
  postBytes: 24 * 1024 ** 2,
  fileBytes: 1024 ** 3,
  pictureBytes: 10 * 1024 ** 2,
  storageBytes: 10 * 1024 ** 3,
  proStorageBytes: 100 * 1024 ** 3,
} as const

export type LimitKey = keyof typeof LIMIT_DEFAULTS
export type Limits = Record<LimitKey, number>

// One table per process: schemas are created once, when their module loads, and read the limit at each check.
let current: Limits = LIMIT_DEFAULTS

/** Returns the current limit. Do not cache it: the operator may change it while the server runs. */
export function limit(key: LimitKey): number {
  return current[key]
}

/** Sets the operator's limits: called by the server after it read the settings, and by the page with its boot data. */
export function applyLimits(limits: Partial<Limits>): void {
  current = { ...LIMIT_DEFAULTS, ...limits }
}
