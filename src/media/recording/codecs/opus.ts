/**
 * Returns the duration of an Opus packet in milliseconds from its TOC byte (RFC 6716 section 3.1); 0 for an empty or
 * invalid packet.
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

/** Yields silent packets that last up to `milliseconds` together, at most 2.5 ms less. */
export function* opusSilence(milliseconds: number): Generator<{ data: Uint8Array; duration: number }> {
  let remaining = milliseconds
  for (const frame of SILENCE) {
    for (; remaining >= frame.duration; remaining -= frame.duration) yield frame
  }
}

/** For each frame duration a silent stereo frame. */
const SILENCE = [
  { duration: 20, data: Uint8Array.of(0xfc, 0xff, 0xfe) },
  { duration: 10, data: Uint8Array.of(0xf4, 0xff, 0xfe) },
  { duration: 5, data: Uint8Array.of(0xec, 0xff, 0xfe) },
  { duration: 2.5, data: Uint8Array.of(0xe4, 0xff, 0xfe) },
]
