import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '#server/http/errors.ts'

/** The minimum rate of a body: at least `bytes` in each period of `ms`. */
export type BodyPace = { bytes: number; ms: number }

type Limits = {
  maxBytes: number
  pace: BodyPace
  /** Aborts reading, with 408. */
  signal?: AbortSignal | null
}

/**
 * Reads a whole body into memory, which is allocated only for bytes that have arrived. Throws 413 for more than
 * `maxBytes`, 408 for a body that arrives too slowly, and 400 for one that ends early. The connection of a body in tiny
 * chunks is closed.
 */
export function readBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  payload: Readable,
  { maxBytes, pace, signal }: Limits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(headers['content-length']) > maxBytes) throw tooLarge()
    let body: Buffer = Buffer.alloc(0)
    let length = 0
    const monitor = new RateMonitor(pace, () => finish(() => reject(tooSlow())))
    const onData = (chunk: Buffer) => {
      const isAcceptable = monitor.add(chunk.length)
      length += chunk.length
      if (length > maxBytes) return finish(() => reject(tooLarge()))
      if (!isAcceptable) {
        // Without a response: each further chunk that the parser has buffered would cost as much again.
        payload.destroy()
        return finish(() => reject(invalid()))
      }
      if (length > body.length) body = grow(body, length, maxBytes)
      chunk.copy(body, length - chunk.length)
    }
    const onEnd = () => finish(() => resolve(body.subarray(0, length)))
    const onError = (error?: unknown) => finish(() => reject(error ?? invalid()))
    const onAbort = () => finish(() => reject(tooSlow()))
    const finish = (complete: () => void) => {
      monitor.stop()
      signal?.removeEventListener('abort', onAbort)
      payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError)
      // The rest of the body must not be read without a limit.
      if (!payload.readableEnded) payload.pause()
      complete()
    }
    if (signal?.aborted) return onAbort()
    // Its sender has disconnected while the call was counted or its session was read: no event follows.
    if (payload.destroyed) return onError(payload.errored)
    signal?.addEventListener('abort', onAbort)
    payload.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError)
  })
}

/**
 * Reads and discards the rest of a body, so that its sender gets the response. The connection is closed after more than
 * `maxBytes`, or if the body arrives too slowly.
 */
export function discardBody(request: IncomingMessage, { maxBytes, pace }: Limits): void {
  const abort = () => request.socket.destroy()
  const monitor = new RateMonitor(pace, abort)
  const stop = () => monitor.stop()
  request.on('data', (chunk: Buffer) => {
    if (!monitor.add(chunk.length) || monitor.length > maxBytes) abort()
  })
  request.on('end', stop).on('close', stop).on('error', stop).resume()
}

/** Closes the connection of `request` if its body arrives more slowly than `pace`. For bodies with another reader. */
export function watchPace(request: IncomingMessage, pace: BodyPace): void {
  const { socket } = request
  let lastBytesRead = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - lastBytesRead < pace.bytes) socket.destroy()
    lastBytesRead = socket.bytesRead
  }, pace.ms)
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}

/** Number of chunks of any size; further ones need `MIN_CHUNK_BYTES` on average. */
const FREE_CHUNKS = 500
/** Each chunk costs the parser and the stream about 2 µs; network packets have 500 bytes and more. */
const MIN_CHUNK_BYTES = 128

/** Counts the bytes of one body; calls `onSlow` once when too few arrive in a period. */
class RateMonitor {
  length = 0
  readonly #timer: NodeJS.Timeout
  #chunks = 0
  #lastLength = 0

  constructor({ bytes, ms }: BodyPace, onSlow: () => void) {
    this.#timer = setInterval(() => {
      if (this.length - this.#lastLength < bytes) {
        this.stop()
        onSlow()
      }
      this.#lastLength = this.length
    }, ms)
  }

  /** Counts a chunk; returns false when there are too many chunks for the bytes. */
  add(bytes: number): boolean {
    this.length += bytes
    this.#chunks += 1
    return this.#chunks <= FREE_CHUNKS + this.length / MIN_CHUNK_BYTES
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Returns a larger copy; doubling keeps the copied bytes proportional to the received ones. */
function grow(body: Buffer, needed: number, max: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * body.length, max)))
  body.copy(larger)
  return larger
}

const tooLarge = () => new HttpError(413, 'too_large', 'errors.tooLarge')
const tooSlow = () => new HttpError(408, 'invalid', 'errors.tooSlow')
