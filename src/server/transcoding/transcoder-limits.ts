import { totalmem } from 'node:os'
import { readInteger } from '#server/startup/environment.ts'

export type TranscoderLimits = {
  /** Maximum memory of a process. */
  memoryBytes: number
  /** The same for all processes together. */
  totalMemoryBytes: number
}

const MEGABYTE = 1024 ** 2

/** Reads `VIDEO_MEMORY_MB` and `VIDEO_TOTAL_MEMORY_MB`. */
export function readTranscoderLimits(env: NodeJS.ProcessEnv): TranscoderLimits {
  const memoryMb = readInteger(env, 'VIDEO_MEMORY_MB', { default: 768, min: 256, max: 65_536 })
  const half = Math.floor(machineMemory() / 2 / MEGABYTE)
  const totalMb = readInteger(env, 'VIDEO_TOTAL_MEMORY_MB', {
    default: Math.max(half, memoryMb),
    min: memoryMb,
    max: 16_777_216,
  })
  return { memoryBytes: memoryMb * MEGABYTE, totalMemoryBytes: totalMb * MEGABYTE }
}

/** Bytes of memory of the machine, or of the container that this process runs in. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)
