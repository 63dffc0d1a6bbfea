import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '#server/http/errors.ts'

/** How fast a body has to arrive: at least `bytes` in each period of `ms`. */
export type BodyPace = { bytes: number; ms: number }

type Limits = {
  /** The most bytes that the body may have. */
  maxBytes: number
  pace: BodyPace
}

/**
 * Reads a whole body into memory. Nothing is allocated for what is only announced. Throws 413 for more than `maxBytes`,
 * 408 for a body that arrives too slowly, and 400 for one that ends early. One in tiny pieces loses its connection.
 */
export function readBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  payload: Readable,
  { maxBytes, pace }: Limits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(headers['content-length']) > maxBytes) throw tooLarge()
    let body: Buffer = Buffer.alloc(0)
    let length = 0
    const arrival = new Arrival(pace, () => finish(() => reject(tooSlow())))
    const onData = (piece: Buffer) => {
      const isWhole = arrival.add(piece.length)
      length += piece.length
      if (length > maxBytes) return finish(() => reject(tooLarge()))
      if (!isWhole) {
        // Without an answer: each further piece that the parser has at hand would cost as much again.
        payload.destroy()
        return finish(() => reject(invalid()))
      }
      if (length > body.length) body = grown(body, length, maxBytes)
      piece.copy(body, length - piece.length)
    }
    const onEnd = () => finish(() => resolve(body.subarray(0, length)))
    const onError = (error?: unknown) => finish(() => reject(error ?? invalid()))
    const finish = (complete: () => void) => {
      arrival.end()
      payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError)
      // Whatever is left is not read on without a limit.
      if (!payload.readableEnded) payload.pause()
      complete()
    }
    payload.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError)
  })
}

/**
 * Reads on and drops what is left of a body that nobody reads, so that its sender sees the answer. A body of more than
 * `maxBytes`, or one that arrives too slowly, loses its connection.
 */
export function dropBody(request: IncomingMessage, { maxBytes, pace }: Limits): void {
  const giveUp = () => request.socket.destroy()
  const arrival = new Arrival(pace, giveUp)
  const end = () => arrival.end()
  request.on('data', (piece: Buffer) => {
    if (!arrival.add(piece.length) || arrival.length > maxBytes) giveUp()
  })
  request.on('end', end).on('close', end).on('error', end).resume()
}

/** Ends `request` when its body does not arrive as fast as `pace` says. For bodies that somebody else reads. */
export function watchPace(request: IncomingMessage, pace: BodyPace): void {
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < pace.bytes) socket.destroy()
    before = socket.bytesRead
  }, pace.ms)
  const end = () => clearInterval(timer)
  request.once('end', end).once('close', end)
}

/** A body may come in so many pieces of any size; beyond them they have `MIN_PIECE` bytes on average. */
const FREE_PIECES = 500
/** Each piece costs the parser and the stream about 2 µs: a network's packets have 500 bytes and more. */
const MIN_PIECE = 128

/** What has arrived of one body; calls `onSlow` once when too little comes in a period. */
class Arrival {
  length = 0
  readonly #timer: NodeJS.Timeout
  #pieces = 0
  #before = 0

  constructor({ bytes, ms }: BodyPace, onSlow: () => void) {
    this.#timer = setInterval(() => {
      if (this.length - this.#before < bytes) {
        this.end()
        onSlow()
      }
      this.#before = this.length
    }, ms)
  }

  /** Returns false when there are too many pieces for the bytes. */
  add(bytes: number): boolean {
    this.length += bytes
    this.#pieces += 1
    return this.#pieces <= FREE_PIECES + this.length / MIN_PIECE
  }

  end(): void {
    clearInterval(this.#timer)
  }
}

/** Doubles, so that what is copied stays in proportion to what arrived. */
function grown(body: Buffer, needed: number, max: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * body.length, max)))
  body.copy(larger)
  return larger
}

const tooLarge = () => new HttpError(413, 'too_large', 'errors.tooLarge')
const tooSlow = () => new HttpError(408, 'invalid', 'errors.tooSlow')
