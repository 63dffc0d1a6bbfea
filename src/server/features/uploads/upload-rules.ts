/** What keeps the disk from filling up. Times in milliseconds, sizes in bytes. */
export type UploadRules = {
  /** How long an upload may take, and how long what it brought waits for its use. */
  keptMs: number
  sweepEveryMs: number
  /** How long a sender may be silent in the middle of a part. */
  silentMs: number
  /** Of one member: what is being sent and what waits for its use. Null for three of the largest files. */
  memberBytes: number | null
  /** What stays free on the disk, which the database may share. */
  freeBytes: number
}

export const UPLOAD_RULES: Omit<UploadRules, 'silentMs'> = {
  keptMs: 24 * 60 * 60_000,
  sweepEveryMs: 60 * 60_000,
  memberBytes: null,
  freeBytes: 1024 ** 3,
}
