/**
 * How long an Opus packet sounds, in milliseconds, as its first bytes say (RFC 6716 section 3.1); 0 for an empty or
 * impossible one.
 */
export function opusDuration(packet: Uint8Array): number {
  const toc = packet[0]
  if (toc === undefined) return 0
  const frames = frameCount(toc & 3, packet[1])
  const duration = frames * frameDuration(toc >> 3)
  return duration <= MAX_PACKET_MS ? duration : 0
}

const MAX_PACKET_MS = 120

function frameCount(code: number, secondByte: number | undefined): number {
  if (code === 0) return 1
  if (code < 3) return 2
  return (secondByte ?? 0) & 0x3f
}

function frameDuration(config: number): number {
  if (config < 12) return [10, 20, 40, 60][config & 3] ?? 0
  if (config < 16) return [10, 20][config & 1] ?? 0
  return [2.5, 5, 10, 20][config & 3] ?? 0
}

/**
 * Packets of silence that together sound for up to `milliseconds`, at most 2.5 ms less. Some players pay no heed to
 * when sound is to be heard, and would bring it too early after a hole.
 */
export function* opusSilence(milliseconds: number): Generator<{ data: Uint8Array; duration: number }> {
  let remaining = milliseconds
  for (const frame of SILENCE) {
    for (; remaining >= frame.duration; remaining -= frame.duration) yield frame
  }
}

/** In stereo: a frame whose first bits say that it is silent, for each length that there is. */
const SILENCE = [
  { duration: 20, data: Uint8Array.of(0xfc, 0xff, 0xfe) },
  { duration: 10, data: Uint8Array.of(0xf4, 0xff, 0xfe) },
  { duration: 5, data: Uint8Array.of(0xec, 0xff, 0xfe) },
  { duration: 2.5, data: Uint8Array.of(0xe4, 0xff, 0xfe) },
]
