import type { DiskSpace, Reservation } from '#server/storage/disk-space.ts'
import { folderSize } from '#server/storage/folder-size.ts'
import { TranscodeError } from './transcode-error.ts'

/** In this time the fastest disks write less than half of what is left when the disk counts as full. */
const CHECK_INTERVAL_MS = 200

type Watched = {
  disk: DiskSpace
  reservation: Reservation
  /** Folder of the unfinished outputs; missing before and after they are written. */
  folder: string
  maxBytes: number
}

/** Watches what a task writes. Calls `onProblem` when it is too much, or the disk becomes full. Returns what stops it. */
export function watchOutput(
  { disk, reservation, folder, maxBytes }: Watched,
  onProblem: (error: TranscodeError) => void,
): () => void {
  const check = async () => {
    const written = await folderSize(folder)
    reservation.setWritten(written)
    if (written > maxBytes) onProblem(overAllowance(maxBytes))
    else if (await disk.isFull()) onProblem(outOfSpace())
  }
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    check()
      // A folder or disk that cannot be checked must not be written to.
      .catch((error: unknown) => onProblem(new TranscodeError('ioError', String(error))))
      .finally(() => (isChecking = false))
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

export const outOfSpace = (): TranscodeError =>
  new TranscodeError('outOfSpace', 'there is too little room on the disk')

export const overAllowance = (maxBytes: number): TranscodeError =>
  new TranscodeError('overAllowance', `it wrote more than ${maxBytes} bytes`)
