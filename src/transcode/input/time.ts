import { AV_NOPTS_VALUE } from 'node-av/constants'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { MAX_VIDEO_SECONDS } from '../protocol.ts'

export type TimeBase = { num: number; den: number }

const MICROSECONDS = 1_000_000

/** Converts a time of a track to seconds since `startTime`, which is in microseconds; null when it is unknown. */
export function toSeconds(time: bigint, timeBase: TimeBase, startTime: bigint): number | null {
  if (time === AV_NOPTS_VALUE) return null
  return (Number(time) * timeBase.num) / timeBase.den - Number(startTime) / MICROSECONDS
}

/** Converts microseconds to units of a track. */
export function fromMicroseconds(microseconds: bigint, { num, den }: TimeBase): bigint {
  return BigInt(Math.round((Number(microseconds) * den) / (num * MICROSECONDS)))
}

/** @throws {TaskFailure} `tooLong` */
export function requireAllowedLength(seconds: number): void {
  if (seconds > MAX_VIDEO_SECONDS)
    throw new TaskFailure('tooLong', `the video is longer than ${MAX_VIDEO_SECONDS} seconds`)
}
