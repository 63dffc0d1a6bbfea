import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { handleCommands } from '../process/commands.ts'
import { runConcurrently } from '../process/run-concurrently.ts'
import { ageOf } from './timestamp.ts'

/** Thousands of WebSocket clients in one process, which parse only what counting needs. */

const sockets = new Set<Socket>()
let received: { count: number; ages: number[] } = { count: 0, ages: [] }

const commands = {
  /** Opens `count` sockets; each sends `firstMessages` at once. */
  open(url: string, count: number, firstMessages: string[]): Promise<void> {
    return runConcurrently(20, count, () => openOne(new URL(url), firstMessages))
  },
  reset(): void {
    received = { count: 0, ages: [] }
  },
  /** Messages received since `reset`, and percentiles of their age in ms. */
  received(): { count: number; p50: number; p95: number; max: number } {
    const sorted = received.ages.toSorted((a, b) => a - b)
    const percentile = (part: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
    return { count: received.count, p50: percentile(0.5), p95: percentile(0.95), max: percentile(1) }
  },
  close(): void {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  },
  stop(): void {
    for (const socket of sockets) socket.destroy()
    process.disconnect()
  },
}
export type ListenerCommands = typeof commands

handleCommands(commands)

const END_OF_HEADERS = '\r\n\r\n'

async function openOne(url: URL, firstMessages: readonly string[]): Promise<void> {
  const socket = connect(Number(url.port), url.hostname)
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  let response = await nextChunk(socket)
  for (; !response.includes(END_OF_HEADERS); response = Buffer.concat([response, await nextChunk(socket)]));
  if (!response.toString('latin1', 0, 12).endsWith('101')) throw new Error(response.toString().slice(0, 200))
  const readFrames = frameReader(() => socket.write(PONG))
  readFrames(response.subarray(response.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length))
  socket.on('data', readFrames)
  for (const text of firstMessages) socket.write(masked(text))
}

async function nextChunk(socket: Socket): Promise<Buffer> {
  const event: unknown[] = await once(socket, 'data')
  const [chunk] = event
  if (!Buffer.isBuffer(chunk)) throw new Error('a socket without an encoding emits buffers')
  return chunk
}

/** The first byte of a ping, and a masked pong with an all-zero mask. */
const [PING, PONG] = [0x89, Buffer.from([0x8a, 0x80, 0, 0, 0, 0])]

/** Returns a parser that counts the frames of a byte stream and responds to pings. */
function frameReader(sendPong: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (let size = frameSize(bytes); size !== undefined && size <= bytes.length; size = frameSize(bytes)) {
      if (bytes[0] === PING) sendPong()
      else countFrame(bytes.subarray(0, size))
      bytes = bytes.subarray(size)
    }
    rest = bytes
  }
}

function countFrame(frame: Buffer): void {
  const age = ageOf(frame)
  if (age === undefined) return
  received.count += 1
  if (received.count % 10 === 0) received.ages.push(age)
}

/** Bytes of an unmasked frame of at most 65,535 bytes; undefined while its header is incomplete. */
function frameSize(bytes: Buffer): number | undefined {
  const [, length = 0] = bytes
  if (bytes.length < 2) return undefined
  if (length < 126) return 2 + length
  if (bytes.length < 4) return undefined
  return 4 + bytes.readUInt16BE(2)
}

/** A text frame of a client; the all-zero mask leaves the payload unchanged. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
  if (payload.length > 125) return Buffer.concat([head, payload])
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
