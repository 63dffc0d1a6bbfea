import { initLogger, type Track } from 'node-datachannel'
import {
  describeAudio,
  describeVideo,
  localPeer,
  OPUS_20_MS,
  PAYLOAD_TYPE,
  PICTURE_AT,
  senderReport,
  SSRC,
  VP8,
} from '#server/live-engine/testing/synthetic-tracks.ts'
import { answerCommands } from '../process/commands.ts'
import { BYTES, FRAMES_PER_SECOND, PACKETS, SOUNDS_PER_SECOND } from './synthetic-rates.ts'

/** A broadcaster that has no camera: it sends the packets of one, in a process of its own, by WHIP. */

type Sent = 'audio' | 'video' | 'low'

const TICK_MS = 5
/** In frames; whoever joins asks for one besides. */
const KEYFRAME_EVERY = 2 * FRAMES_PER_SECOND
/** A request for a keyframe (RFC 4585). */
const [PAYLOAD_FEEDBACK, PICTURE_LOSS] = [206, 1]

initLogger('Fatal', () => undefined)
process.once('disconnect', () => process.exit(0))

const connection = localPeer('publisher')
const tracks = new Map<Sent, Track>()
const sequence = { audio: 0, video: 0, low: 0 }
const keyframeDue = new Set<Sent>()
const count = { frames: 0, sounds: 0 }
let startedAt = 0

const commands = {
  /** Broadcasts with a stream key; resolves once packets go. */
  async start(whip: string, streamKey: string): Promise<void> {
    for (const sent of ['audio', 'video', 'low'] as const) {
      const media =
        sent === 'audio' ? describeAudio() : describeVideo('VP8', sent, 'SendOnly', PAYLOAD_TYPE.VP8)
      const track = connection.addTrack(media)
      track.onMessage((packet) => heed(sent, packet))
      tracks.set(sent, track)
    }
    const opened = [...tracks.values()].map((track) => new Promise<void>((resolve) => track.onOpen(resolve)))
    connection.setLocalDescription('offer')
    const offer = (connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
    const headers = { authorization: `Bearer ${streamKey}`, 'content-type': 'application/sdp' }
    const response = await fetch(whip, { method: 'POST', headers, body: offer })
    const answer = await response.text()
    if (response.status !== 201) throw new Error(`${whip} answered ${response.status}: ${answer}`)
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

answerCommands(commands)

/** What should have been sent by now: who was held up makes up for it. */
function sendDue(): void {
  const seconds = (performance.now() - startedAt) / 1000
  while (count.frames < seconds * FRAMES_PER_SECOND) {
    sendFrame('video', PACKETS.high)
    sendFrame('low', PACKETS.low)
    count.frames++
  }
  while (count.sounds < seconds * SOUNDS_PER_SECOND) {
    const ticks = count.sounds * 960
    send('audio', header('audio', BYTES.audio, { ticks, isLast: false }, OPUS_20_MS))
    if (count.sounds % SOUNDS_PER_SECOND === 0)
      tracks.get('audio')?.sendMessageBinary(senderReport(SSRC.audio, ticks))
    count.sounds++
  }
}

function sendFrame(sent: 'video' | 'low', packets: number): void {
  const ticks = count.frames * (90_000 / FRAMES_PER_SECOND)
  const isKeyframe = count.frames % KEYFRAME_EVERY === 0 || keyframeDue.delete(sent)
  const bytes = sent === 'low' ? BYTES.low : BYTES.high
  for (let part = 1; part <= packets; part++) {
    const begin = part > 1 ? VP8.goesOn : isKeyframe ? VP8.keyframe : VP8.otherFrame
    const packet = header(sent, bytes, { ticks, isLast: part === packets }, begin)
    packet.writeUInt16BE(0x8000 | (count.frames & 0x7fff), PICTURE_AT)
    send(sent, packet)
  }
  if (count.frames % FRAMES_PER_SECOND === 0)
    tracks.get(sent)?.sendMessageBinary(senderReport(SSRC[sent], ticks))
}

function header(
  sent: Sent,
  bytes: number,
  { ticks, isLast }: { ticks: number; isLast: boolean },
  begin: Buffer,
): Buffer {
  const packet = Buffer.alloc(bytes, 7)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8((isLast ? 0x80 : 0) | (sent === 'audio' ? PAYLOAD_TYPE.audio : PAYLOAD_TYPE.VP8), 1)
  packet.writeUInt16BE(sequence[sent]++ & 0xffff, 2)
  packet.writeUInt32BE(ticks >>> 0, 4)
  packet.writeUInt32BE(SSRC[sent], 8)
  begin.copy(packet, 12)
  return packet
}

function send(sent: Sent, packet: Buffer): void {
  const track = tracks.get(sent)
  if (track?.isOpen()) track.sendMessageBinary(packet)
}

function heed(sent: Sent, compound: Buffer): void {
  for (let at = 0; at + 12 <= compound.length; at += 4 * (compound.readUInt16BE(at + 2) + 1)) {
    const isKeyframeRequest =
      (compound.readUInt8(at) & 31) === PICTURE_LOSS && compound.readUInt8(at + 1) === PAYLOAD_FEEDBACK
    if (isKeyframeRequest && compound.readUInt32BE(at + 8) === SSRC[sent]) keyframeDue.add(sent)
  }
}
