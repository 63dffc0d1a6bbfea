/** Limits that keep the disk from filling up. Sizes in bytes. */
export type UploadRules = {
  /** How long an unfinished upload and unused media are kept. */
  retentionMs: number
  /** How long a client may send nothing in the middle of a part. */
  idleTimeoutMs: number
  /** Quota of one user for unfinished uploads and unused media. Null for three files of the maximum size. */
  maxBytesPerUser: number | null
  /** How long a request waits for the processing of its upload; then it is repeated. */
  finishWaitMs: number
  /** Minimum free space on the disk, which the database may share. */
  minFreeDiskBytes: number
}

export const UPLOAD_RULES: Omit<UploadRules, 'idleTimeoutMs'> = {
  retentionMs: 24 * 60 * 60_000,
  maxBytesPerUser: null,
  // Some proxies and browsers give up after 30 or 60 seconds.
  finishWaitMs: 25_000,
  minFreeDiskBytes: 1024 ** 3,
}
