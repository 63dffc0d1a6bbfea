import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import type { EncodedKeyframe } from '#media/process/protocol.ts'

/** Reads the first keyframe of a video of H264 or VP8, as the live engine hands it over. */
export async function readKeyframe(file: string): Promise<EncodedKeyframe> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) })
  const track = await input.getPrimaryVideoTrack()
  const packet = track && (await new EncodedPacketSink(track).getFirstPacket())
  if (!packet) throw new Error(`${file} has no picture`)
  // Its type is one of the browser's.
  const config: unknown = await track.getDecoderConfig()
  const description =
    typeof config === 'object' && config !== null && 'description' in config ? config.description : null
  return {
    codec: track.codec === 'vp8' ? 'VP8' : 'H264',
    data: Buffer.from(packet.data).toString('base64'),
    description: description instanceof Uint8Array ? Buffer.from(description).toString('base64') : null,
  }
}
