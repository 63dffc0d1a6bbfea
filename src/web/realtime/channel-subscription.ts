import type { Downstream } from '#shared/realtime.ts'
import type { ChannelTarget, Cursor } from '#shared/socket.ts'
import type { Snapshot } from '#web/api/call.ts'
import { JitteredCall } from '#web/lib/jittered-call.ts'
import type { Socket } from './socket.ts'

type Options = {
  target: ChannelTarget
  socket: Pick<Socket, 'send' | 'onMessage'>
  /** Null: the subscription continues from now. */
  snapshot: Snapshot | null
  /** Loads a new snapshot and returns its cursor. Called when the server cannot send what the page lacks. */
  reload: () => Promise<Cursor>
  /** Called when nothing is missing any more. */
  onCurrent?: (() => void) | undefined
  /** After a longer gap the page reloads, to also get the changes of items that it has. */
  maxGapMs?: number | undefined
  spreadMs?: number | undefined
}

/** Spreads the requests of all pages after a reconnect. */
const SPREAD_MS = 2000
/** Delay before a failed reload is repeated. */
const RETRY_MS = 5000

/** The number of subscriptions of the page to each channel. */
const countByKey = new Map<string, number>()

/**
 * Keeps a list that was loaded over HTTP current: subscribes to its channel with the cursor of the list, and reloads it when
 * the server cannot send what came since (decision 25). Missed items arrive as the same messages as new ones.
 */
export class ChannelSubscription {
  readonly #options: Options
  readonly #key: string
  readonly #delayedReload: JitteredCall
  readonly #delayedSubscribe: JitteredCall
  readonly #removeListener: () => void
  #cursor: Cursor
  /** When nothing was missing for the last time. */
  #currentAt: number
  #isCurrent = false
  #mustReload = false
  #isReconnect = false
  /** Changes with each connection: a reload that began before does not make the page current. */
  #connection = 0
  #sentSince: Cursor | undefined

  constructor(options: Options) {
    const { target, socket, snapshot } = options
    this.#options = options
    this.#key = `${target.channel} ${target.id ?? ''}`
    this.#cursor = snapshot?.cursor ?? null
    this.#currentAt = snapshot?.at ?? 0
    this.#delayedReload = new JitteredCall(() => void this.#reload())
    this.#delayedSubscribe = new JitteredCall(() => this.subscribe())
    this.#removeListener = socket.onMessage((message) => this.#receive(message))
    countByKey.set(this.#key, (countByKey.get(this.#key) ?? 0) + 1)
  }

  get isCurrent(): boolean {
    return this.#isCurrent
  }

  /** Call on each connection. */
  subscribe(): void {
    this.disconnect()
    const { target, socket } = this.#options
    this.#sentSince = this.#canContinue ? this.#cursor : undefined
    socket.send({
      type: 'subscribe_channel',
      ...target,
      ...(this.#sentSince !== undefined && { since: this.#sentSince }),
    })
  }

  /** Call when the connection is lost. */
  disconnect(): void {
    this.#cancel()
    if (this.#isCurrent) this.#currentAt = Date.now()
    this.#isCurrent = false
    this.#connection += 1
  }

  /** Call with the cursor of each item that arrives. While others may be missing it is ignored. */
  advance(cursor: Cursor): void {
    if (this.#isCurrent) this.#cursor = cursor
  }

  /** Call when the list was loaded again. */
  accept({ cursor, at }: Snapshot): void {
    if (at < this.#currentAt) return
    this.#cursor = cursor
    this.#currentAt = at
    this.#mustReload = false
  }

  close(): void {
    this.#cancel()
    this.#connection += 1
    this.#removeListener()
    const others = (countByKey.get(this.#key) ?? 1) - 1
    countByKey.set(this.#key, others)
    if (others > 0) return
    countByKey.delete(this.#key)
    this.#options.socket.send({ type: 'unsubscribe_channel', ...this.#options.target })
  }

  get #canContinue(): boolean {
    const { snapshot, maxGapMs = Infinity } = this.#options
    return snapshot !== null && !this.#mustReload && Date.now() - this.#currentAt <= maxGapMs
  }

  #receive(message: Downstream): void {
    if (message.type !== 'channel_subscribed' && message.type !== 'error') return
    const { target, snapshot } = this.#options
    if (message.channel !== target.channel || message.id !== target.id) return
    if (message.type === 'error') return this.#onError(message)
    if (message.since !== this.#sentSince) return
    const isUnknown = message.since === undefined && snapshot !== null
    if (message.mustReload || isUnknown) return this.#requestReload()
    if (snapshot !== null && !this.#isCurrent) this.#cursor = message.cursor
    this.#becomeCurrent()
  }

  #onError({ code, retryAfter = 1 }: Extract<Downstream, { type: 'error' }>): void {
    if (code === 'rate_limited' || code === 'unavailable' || code === 'internal')
      this.#delayedSubscribe.request(this.#spreadMs, retryAfter * 1000)
  }

  #requestReload(): void {
    this.#mustReload = true
    // The first load of a page must not wait; all pages reconnect at the same time.
    if (this.#isReconnect) this.#delayedReload.request(this.#spreadMs)
    else void this.#reload()
  }

  async #reload(): Promise<void> {
    const connection = this.#connection
    try {
      const cursor = await this.#options.reload()
      this.#cursor = cursor
      this.#currentAt = Date.now()
      this.#mustReload = false
      if (connection === this.#connection) this.#becomeCurrent()
    } catch (error) {
      console.warn('a list could not be loaded again', error)
      if (connection === this.#connection) this.#delayedReload.request(this.#spreadMs, RETRY_MS)
    }
  }

  #becomeCurrent(): void {
    this.#isReconnect = true
    this.#isCurrent = true
    this.#options.onCurrent?.()
  }

  #cancel(): void {
    this.#delayedReload.cancel()
    this.#delayedSubscribe.cancel()
  }

  get #spreadMs(): number {
    return this.#options.spreadMs ?? SPREAD_MS
  }
}
