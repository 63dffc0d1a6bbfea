import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { CodecName } from '../../sdp/parse-session.ts'

const PAYLOAD_TYPE = { opus: 111, VP8: 96, H264: 102 }

type Packet = {
  sequence: number
  timestamp: number
  payload: Uint8Array
  codec?: CodecName
  ssrc?: number
  isLast?: boolean
}

/** Creates an RTP packet as the engine sends it to viewers. */
export function rtpPacket({ sequence, timestamp, payload, codec, ssrc, isLast }: Packet): Buffer {
  const packet = Buffer.alloc(12 + payload.length)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8((isLast ? 0x80 : 0) | PAYLOAD_TYPE[codec ?? 'VP8'], 1)
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(timestamp >>> 0, 4)
  packet.writeUInt32BE(ssrc ?? 1, 8)
  packet.set(payload, 12)
  return packet
}

/** Encodes a real VP8 keyframe of one color. */
export async function vp8Keyframe(width = 320, height = 180, background = '#2a6'): Promise<Buffer> {
  const image = await sharp({ create: { width, height, channels: 3, background } })
    .webp({ quality: 60 })
    .toBuffer()
  return vp8Of(image)
}

/** Returns the keyframe in a lossy WebP image. */
function vp8Of(webp: Buffer): Buffer {
  const chunk = webp.indexOf('VP8 ', 0, 'latin1')
  return webp.subarray(chunk + 8, chunk + 8 + webp.readUInt32LE(chunk + 4))
}

/** Splits a frame into RTP payloads with the shortest payload descriptor. */
export function vp8Payloads(frame: Buffer, bytes = 1000): Buffer[] {
  const payloads = []
  for (let at = 0; at < frame.length; at += bytes)
    payloads.push(Buffer.concat([Buffer.of(at === 0 ? 0x10 : 0), frame.subarray(at, at + bytes)]))
  return payloads
}

/** An interframe in form only; it cannot be decoded. */
export const VP8_DELTA = Buffer.from('110000aabbccdd', 'hex')
export const OPUS_20_MS = Buffer.from('fcfffe', 'hex')

/** Parameter sets of real encoders by their frame size. */
export const SPS = {
  '640x360': Buffer.from('6742c01f8c8d405017fcb35060606078442350', 'hex'),
  '960x540': Buffer.from('6742c0208c8d407808bf735060606078442350', 'hex'),
  '1280x720': Buffer.from('6742c0208c8d402802dd350606060784423500', 'hex'),
  /** High profile. */
  '1920x1080': Buffer.from('67640028acd940780227e5c044000003000400000300c83c60c658', 'hex'),
  /** Main profile, interlaced. */
  '640x480': Buffer.from('674d401eeca0503db011000003000100000300321f142996', 'hex'),
}
export const PPS = Buffer.from('68ce3c80', 'hex')

/** Returns H264 units, each after its length, as a file holds them. */
export function withLengths(...units: Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(unit.length)
      return [length, unit]
    }),
  )
}

export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recorder-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
