import { type DiskSpace, DiskFull, type Reservation } from './disk-space.ts'

/** Short enough that the fastest disks write less than half of the space that is left when the disk counts as full. */
const CHECK_INTERVAL_MS = 200

type Watched = {
  disk: DiskSpace
  reservation: Reservation
  /** Returns the bytes that were written so far; throws when they are too many. */
  measure(): Promise<number>
}

/**
 * Watches what a child process writes. Calls `onProblem` with the error of `measure`, or `DiskFull` when the disk becomes
 * full: then the process must be killed. Returns what stops it.
 */
export function watchWriting(
  { disk, reservation, measure }: Watched,
  onProblem: (error: unknown) => void,
): () => void {
  const check = async () => {
    reservation.setWritten(await measure())
    if (await disk.isFull()) throw new DiskFull()
  }
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    check()
      // A folder or disk that cannot be checked must not be written to.
      .catch(onProblem)
      .finally(() => (isChecking = false))
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}
