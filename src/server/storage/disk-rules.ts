/** What media leave free on the disk, so that the database, which cannot go on without, always has room. */
export type DiskRules = {
  /** Nothing new begins that would leave fewer free bytes: no upload, no recording, no conversion of a video. */
  startFreeBytes: number
  /** Recordings and tasks that run are stopped when fewer bytes are free. */
  stopFreeBytes: number
}
