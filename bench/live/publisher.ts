import { initLogger, type Track } from 'node-datachannel'
import {
  describeAudio,
  describeVideo,
  createLocalConnection,
  OPUS_HEAD,
  PAYLOAD_TYPE,
  PICTURE_ID_AT,
  writeSenderReport,
  SSRC,
  VP8_HEADS,
} from '#server/live-engine/testing/synthetic-tracks.ts'
import { handleCommands } from '../process/commands.ts'
import {
  PACKET_BYTES,
  FRAMES_PER_SECOND,
  PACKETS_PER_FRAME,
  AUDIO_PACKETS_PER_SECOND,
} from './synthetic-rates.ts'

/** A publisher without a camera, in a process of its own: sends synthetic packets by WHIP. */

type TrackName = 'audio' | 'video' | 'low'

const TICK_MS = 5
/** Viewers that join request further keyframes. */
const KEYFRAME_INTERVAL_FRAMES = 2 * FRAMES_PER_SECOND
/** A keyframe request (picture loss indication, RFC 4585 section 6.3.1). */
const [PAYLOAD_FEEDBACK, PLI] = [206, 1]

initLogger('Fatal', () => undefined)
process.once('disconnect', () => process.exit(0))

const connection = createLocalConnection('publisher')
const tracks = new Map<TrackName, Track>()
const sequence = { audio: 0, video: 0, low: 0 }
const keyframeDue = new Set<TrackName>()
const count = { frames: 0, audioPackets: 0 }
let startedAt = 0

const commands = {
  /** Broadcasts with a stream key. Resolves once packets are sent. */
  async start(whip: string, streamKey: string): Promise<void> {
    for (const trackName of ['audio', 'video', 'low'] as const) {
      const media =
        trackName === 'audio'
          ? describeAudio()
          : describeVideo('VP8', trackName, 'SendOnly', PAYLOAD_TYPE.VP8)
      const track = connection.addTrack(media)
      track.onMessage((packet) => handleRtcp(trackName, packet))
      tracks.set(trackName, track)
    }
    const opened = [...tracks.values()].map((track) => new Promise<void>((resolve) => track.onOpen(resolve)))
    connection.setLocalDescription('offer')
    const offer = (connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
    const headers = { authorization: `Bearer ${streamKey}`, 'content-type': 'application/sdp' }
    const response = await fetch(whip, { method: 'POST', headers, body: offer })
    const answer = await response.text()
    if (response.status !== 201) throw new Error(`${whip} returned ${response.status}: ${answer}`)
    connection.setRemoteDescription(answer, 'answer')
    await Promise.all(opened)
    startedAt = performance.now()
    setInterval(sendDue, TICK_MS)
  },
  stop(): void {
    process.disconnect()
  },
}
export type PublisherCommands = typeof commands

handleCommands(commands)

/** Sends everything that is due by now, so that a delayed timer catches up. */
function sendDue(): void {
  const seconds = (performance.now() - startedAt) / 1000
  while (count.frames < seconds * FRAMES_PER_SECOND) {
    sendFrame('video', PACKETS_PER_FRAME.high)
    sendFrame('low', PACKETS_PER_FRAME.low)
    count.frames++
  }
  while (count.audioPackets < seconds * AUDIO_PACKETS_PER_SECOND) {
    const ticks = count.audioPackets * 960
    send('audio', createPacket('audio', PACKET_BYTES.audio, { ticks, isLast: false }, OPUS_HEAD))
    if (count.audioPackets % AUDIO_PACKETS_PER_SECOND === 0)
      tracks.get('audio')?.sendMessageBinary(writeSenderReport(SSRC.audio, ticks))
    count.audioPackets++
  }
}

function sendFrame(trackName: 'video' | 'low', packets: number): void {
  const ticks = count.frames * (90_000 / FRAMES_PER_SECOND)
  const isKeyframe = count.frames % KEYFRAME_INTERVAL_FRAMES === 0 || keyframeDue.delete(trackName)
  const bytes = trackName === 'low' ? PACKET_BYTES.low : PACKET_BYTES.high
  for (let part = 1; part <= packets; part++) {
    const payloadStart =
      part > 1 ? VP8_HEADS.continuation : isKeyframe ? VP8_HEADS.keyframe : VP8_HEADS.deltaFrame
    const packet = createPacket(trackName, bytes, { ticks, isLast: part === packets }, payloadStart)
    packet.writeUInt16BE(0x8000 | (count.frames & 0x7fff), PICTURE_ID_AT)
    send(trackName, packet)
  }
  if (count.frames % FRAMES_PER_SECOND === 0)
    tracks.get(trackName)?.sendMessageBinary(writeSenderReport(SSRC[trackName], ticks))
}

function createPacket(
  trackName: TrackName,
  bytes: number,
  { ticks, isLast }: { ticks: number; isLast: boolean },
  payloadStart: Buffer,
): Buffer {
  const packet = Buffer.alloc(bytes, 7)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8((isLast ? 0x80 : 0) | (trackName === 'audio' ? PAYLOAD_TYPE.audio : PAYLOAD_TYPE.VP8), 1)
  packet.writeUInt16BE(sequence[trackName]++ & 0xffff, 2)
  packet.writeUInt32BE(ticks >>> 0, 4)
  packet.writeUInt32BE(SSRC[trackName], 8)
  payloadStart.copy(packet, 12)
  return packet
}

function send(trackName: TrackName, packet: Buffer): void {
  const track = tracks.get(trackName)
  if (track?.isOpen()) track.sendMessageBinary(packet)
}

function handleRtcp(trackName: TrackName, compound: Buffer): void {
  for (
    let offset = 0;
    offset + 12 <= compound.length;
    offset += 4 * (compound.readUInt16BE(offset + 2) + 1)
  ) {
    const isKeyframeRequest =
      (compound.readUInt8(offset) & 31) === PLI && compound.readUInt8(offset + 1) === PAYLOAD_FEEDBACK
    if (isKeyframeRequest && compound.readUInt32BE(offset + 8) === SSRC[trackName]) keyframeDue.add(trackName)
  }
}
