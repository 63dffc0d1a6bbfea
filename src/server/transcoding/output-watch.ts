import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { DiskSpace, Reservation } from '#server/storage/disk-space.ts'
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
    const written = await sizeOfFolder(folder)
    reservation.setWritten(written)
    if (written > maxBytes) onProblem(overAllowance(maxBytes))
    else if (await disk.isFull()) onProblem(outOfSpace())
  }
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    check()
      // What cannot be checked is not written to.
      .catch((error: unknown) => onProblem(new TranscodeError('ioError', String(error))))
      .finally(() => (isChecking = false))
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

export const outOfSpace = (): TranscodeError =>
  new TranscodeError('outOfSpace', 'there is too little room on the disk')

export const overAllowance = (maxBytes: number): TranscodeError =>
  new TranscodeError('overAllowance', `it wrote more than ${maxBytes} bytes`)

async function sizeOfFolder(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)))
  return sizes.reduce((sum, info) => sum + (info?.size ?? 0), 0)
}
