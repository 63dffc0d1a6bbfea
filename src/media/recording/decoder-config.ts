import type { CodecName } from '../sdp/parse-session.ts'
import type { Size } from './codecs/video-frame.ts'

/** WebRTC signals every Opus track as 48 kHz stereo, whatever its packets hold. */
export const OPUS_CONFIG = { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 }

type VideoTrack = { codec: CodecName; size: Size | null; description: Uint8Array | null }

/** Returns the WebCodecs decoder configuration of a video track, which the muxer writes before the first frame. */
export function videoConfig({ codec, size, description }: VideoTrack) {
  const profile = description ? Buffer.from(description.subarray(1, 4)).toString('hex') : '42e01f'
  return {
    codec: codec === 'H264' ? `avc1.${profile}` : 'vp8',
    codedWidth: size?.width ?? 0,
    codedHeight: size?.height ?? 0,
    ...(description && { description }),
  }
}
