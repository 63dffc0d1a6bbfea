/** Bitrates of the bench's publisher: about 1.1 Mbit/s of audio and high layer, and 0.2 Mbit/s of low layer. */
export const FRAMES_PER_SECOND = 30
export const AUDIO_PACKETS_PER_SECOND = 50
/** Packets of one frame, and bytes of each packet with its RTP header. */
export const PACKETS_PER_FRAME = { high: 4, low: 1 } as const
export const PACKET_BYTES = { audio: 92, high: 1112, low: 812 } as const

/** All packets that are sent in a second. */
export const PACKETS_PER_SECOND =
  AUDIO_PACKETS_PER_SECOND + FRAMES_PER_SECOND * (PACKETS_PER_FRAME.high + PACKETS_PER_FRAME.low)

/** Those that a viewer of the high layer gets. */
export const VIEWER_PACKETS_PER_SECOND = AUDIO_PACKETS_PER_SECOND + FRAMES_PER_SECOND * PACKETS_PER_FRAME.high

/** The packet sizes of a viewer of the high layer, approximately in order and proportion. */
export const PACKET_SIZES: readonly number[] = Array.from({ length: 17 }, (_, index) =>
  index % 17 < 15 && index % 3 === 2 ? PACKET_BYTES.audio : PACKET_BYTES.high,
)
