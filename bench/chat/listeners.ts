import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { answerCommands } from '../process/commands.ts'
import { sideBySide } from '../process/side-by-side.ts'
import { ageOf } from './stamp.ts'

/** Clients by the thousand, in a process of their own: a socket each and no more parsing than counting needs. */

const sockets = new Set<Socket>()
let heard: { count: number; ages: number[] } = { count: 0, ages: [] }

const commands = {
  /** Opens so many sockets at an address; each says `hello` at once. */
  open(url: string, count: number, hello: string[]): Promise<void> {
    return sideBySide(20, count, () => openOne(new URL(url), hello))
  },
  reset(): void {
    heard = { count: 0, ages: [] }
  },
  /** Messages that came since `reset`, and how old they were, in ms. */
  heard(): { count: number; p50: number; p95: number; max: number } {
    const sorted = heard.ages.toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
    return { count: heard.count, p50: at(0.5), p95: at(0.95), max: at(1) }
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

answerCommands(commands)

const END_OF_HEAD = '\r\n\r\n'

async function openOne(url: URL, hello: readonly string[]): Promise<void> {
  const socket = connect(Number(url.port), url.hostname)
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  let answer = await nextChunk(socket)
  for (; !answer.includes(END_OF_HEAD); answer = Buffer.concat([answer, await nextChunk(socket)]));
  if (!answer.toString('latin1', 0, 12).endsWith('101')) throw new Error(answer.toString().slice(0, 200))
  const read = frameReader(() => socket.write(PONG))
  read(answer.subarray(answer.indexOf(END_OF_HEAD) + END_OF_HEAD.length))
  socket.on('data', read)
  for (const text of hello) socket.write(masked(text))
}

async function nextChunk(socket: Socket): Promise<Buffer> {
  const came: unknown[] = await once(socket, 'data')
  const [chunk] = came
  if (!Buffer.isBuffer(chunk)) throw new Error('a socket without an encoding gives bytes')
  return chunk
}

/** As a client's library says it to a ping; the mask is zeros. */
const [PING, PONG] = [0x89, Buffer.from([0x8a, 0x80, 0, 0, 0, 0])]

/** Counts what comes, and asks every tenth message for its age. */
function frameReader(answerPing: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (let size = frameSize(bytes); size !== undefined && size <= bytes.length; size = frameSize(bytes)) {
      if (bytes[0] === PING) answerPing()
      else count(bytes.subarray(0, size))
      bytes = bytes.subarray(size)
    }
    rest = bytes
  }
}

function count(frame: Buffer): void {
  const age = ageOf(frame)
  if (age === undefined) return
  heard.count += 1
  if (heard.count % 10 === 0) heard.ages.push(age)
}

/** Of a frame that a server sends; undefined while its head is not there. */
function frameSize(bytes: Buffer): number | undefined {
  const [, length = 0] = bytes
  if (bytes.length < 2) return undefined
  if (length < 126) return 2 + length
  if (bytes.length < 4) return undefined
  return 4 + bytes.readUInt16BE(2)
}

/** A short text as a client sends it; the mask is zeros, which changes nothing. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
  if (payload.length > 125) return Buffer.concat([head, payload])
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
