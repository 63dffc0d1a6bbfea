import { setImmediate as nextTurn } from 'node:timers/promises'
import { AVERROR_EOF, AV_PKT_FLAG_DISCARD } from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import type { Source } from './open-source.ts'
import { PacketBudget } from './packet-budget.ts'

/** A damaged part of a file is skipped, unless this many reads in a row fail. */
const MAX_READ_ERRORS = 50

/**
 * A packet is read in a few microseconds: waiting for another thread would take ten times as long. The event loop gets its
 * turn at this interval.
 */
const MAX_BLOCK_MS = 10

/**
 * Yields the packets of the selected tracks, and of `others`, in the order of the file. A packet is valid until the next one.
 * @throws {TaskFailure} `repeatsData` when they have more bytes than the file
 */
export async function* readPackets(
  { context, video, audio, bytes }: Source,
  others: readonly Stream[] = [],
): AsyncGenerator<Packet> {
  const indexes = new Set([video, audio, ...others].map((stream) => stream?.index))
  const budget = new PacketBudget(bytes)
  const packet = new Packet()
  packet.alloc()
  let turnedAt = performance.now()
  try {
    for (let errors = 0; ;) {
      if (performance.now() - turnedAt > MAX_BLOCK_MS) {
        await nextTurn()
        turnedAt = performance.now()
      }
      const code = context.readFrameSync(packet)
      if (code === AVERROR_EOF) return
      if (code < 0) {
        errors += 1
        if (errors === MAX_READ_ERRORS) check(code, 'read the file')
        continue
      }
      errors = 0
      budget.add(packet.size, packet.hasFlags(AV_PKT_FLAG_DISCARD))
      if (indexes.has(packet.streamIndex)) yield packet
      packet.unref()
    }
  } finally {
    packet.free()
  }
}
