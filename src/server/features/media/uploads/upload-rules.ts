import { defineService } from '#server/services.ts'
/** Limits that keep the disk from filling up. Sizes in bytes. */
export type UploadRules = {
  /** Lifetime of an unfinished upload and of unused media. */
  retentionMs: number
  /** Longest pause of a client in the middle of a part. */
  idleTimeoutMs: number
  /** Quota of one user for unfinished uploads and unused media. Null for three files of the maximum size. */
  maxBytesPerUser: number | null
  /** Longest time that a request waits for the processing of its upload; then the client repeats it. */
  finishWaitMs: number
}

export const UPLOAD_RULES: Omit<UploadRules, 'idleTimeoutMs'> = {
  retentionMs: 24 * 60 * 60_000,
  maxBytesPerUser: null,
  // Some proxies and browsers give up after 30 or 60 seconds.
  finishWaitMs: 25_000,
}

/** Rules that differ from the defaults, in tests. */
export const uploadRulesService = defineService('rules of uploads', (): Partial<UploadRules> => ({}))
