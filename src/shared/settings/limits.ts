/**
 * Lengths (code points), counts and sizes (bytes) that the operator may change as `limits.*` of the site settings.
 * These are what a fresh site starts with.
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
  postBytes: 24 * 1024 ** 2,
  fileBytes: 1024 ** 3,
  pictureBytes: 10 * 1024 ** 2,
} as const

export type LimitKey = keyof typeof LIMIT_DEFAULTS
export type Limits = Record<LimitKey, number>

// One table for everything that runs here: schemas are made once, when a module loads, and look here at each use.
let current: Limits = LIMIT_DEFAULTS

/** What holds now. Ask each time: the operator may change it while the server runs. */
export function limit(key: LimitKey): number {
  return current[key]
}

/** Takes over the operator's limits: the server when it has read the settings, the page from its boot data. */
export function applyLimits(limits: Partial<Limits>): void {
  current = { ...LIMIT_DEFAULTS, ...limits }
}
