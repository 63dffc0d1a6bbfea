import { Audio, PeerConnection, Video } from 'node-datachannel'

/** All publishers share these: one that comes back with the same SSRC is the harder case. */
export const SSRC = { audio: 2222, video: 1111, low: 3333 } as const
export const PAYLOAD_TYPE = { audio: 109, VP8: 120, H264: 126 } as const

/** How payloads begin, so that a recording finds frames in them. */
export const OPUS_HEAD = Buffer.of(0xfc)
/**
 * The VP8 payload descriptor with a PictureID to be filled in, and the start of a 320x180 keyframe, of an interframe,
 * or of a continued frame.
 */
export const VP8_HEADS = {
  keyframe: Buffer.from('908080001000009d012a4001b400', 'hex'),
  deltaFrame: Buffer.from('90808000110000', 'hex'),
  continuation: Buffer.from('80808000', 'hex'),
}
/** Offset of the PictureID in a packet that a viewer receives, which has no header extensions. */
export const PICTURE_ID_AT = 14
/** A header extension, as every browser sends some (RFC 8285): one element of two bytes, with an id that is not negotiated. */
export const HEADER_EXTENSION = Buffer.from('bede0001e1000000', 'hex')

/** Creates a loopback connection that carries media only. */
export function createLocalConnection(name: string): PeerConnection {
  return new PeerConnection(name, {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  })
}

export function describeAudio(direction: 'SendOnly' | 'RecvOnly' = 'SendOnly'): Audio {
  const audio = new Audio('audio', direction)
  audio.addOpusCodec(PAYLOAD_TYPE.audio)
  if (direction === 'SendOnly') audio.addSSRC(SSRC.audio, 'test', 'test', 'audio')
  return audio
}

export function describeVideo(
  codec: 'VP8' | 'H264',
  sent: 'video' | 'low',
  direction: 'SendOnly' | 'RecvOnly',
  payloadType: number,
): Video {
  const video = new Video(sent === 'low' ? 'video-low' : 'video', direction)
  if (codec === 'VP8') video.addVP8Codec(payloadType)
  else
    video.addH264Codec(payloadType, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f')
  if (direction === 'SendOnly') video.addSSRC(SSRC[sent], 'test', 'test', sent)
  return video
}

/** Writes an RTCP feedback packet with one entry (RFC 4585 section 6.1). */
export function writeFeedback(type: number, format: number, media: number, entry: Buffer): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(0x80 | format, 0)
  header.writeUInt8(type, 1)
  header.writeUInt16BE(2 + entry.length / 4, 2)
  header.writeUInt32BE(3333, 4)
  header.writeUInt32BE(media, 8)
  return Buffer.concat([header, entry])
}

/** Writes a sender report with an RTP timestamp only (RFC 3550 section 6.4.1). */
export function writeSenderReport(ssrc: number, timestamp: number): Buffer {
  const report = Buffer.alloc(28)
  report.writeUInt32BE(0x80c80006, 0)
  report.writeUInt32BE(ssrc, 4)
  report.writeUInt32BE(timestamp, 16)
  return report
}

/** Writes a receiver report with one block; `fractionLost` in 1/256 (RFC 3550 section 6.4.2). */
export function writeReceiverReport(ssrc: number, fractionLost: number): Buffer {
  const report = Buffer.alloc(32)
  report.writeUInt32BE(0x81c90007, 0)
  report.writeUInt32BE(ssrc, 8)
  report.writeUInt8(fractionLost, 12)
  return report
}
