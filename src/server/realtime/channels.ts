import type { ChannelName, ChannelTarget, Cursor } from '#shared/socket.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import { notFound, unauthorized } from '#server/http/errors.ts'
import type { RateLimits } from '#server/http/rates/rate-limits.ts'
import type { Connection } from './connection.ts'
import { consumeSubscription } from './consume-subscription.ts'
import type { Hub } from './hub.ts'
import { type Item, type Newest, itemsSince } from './newest-items.ts'
import { SharedReads } from './shared-reads.ts'
import type { Sockets } from './sockets.ts'
import { encodeTextFrame } from './text-frame.ts'

/** Whose items a channel has; `userId` is null for a visitor. */
export type ChannelScope = { id: string; userId: string }

/** Something that pages load over HTTP and then keep current. */
export type Channel = {
  /** Whether a subscription names a record by its `id`. */
  hasId?: boolean
  /** Each user has an own one, which visitors do not have. */
  isPersonal?: boolean
  /** The topic of its messages. */
  topicOf: (scope: ChannelScope) => string
  /** Whether the connection may subscribe, if `read` alone does not decide it. */
  isAllowed?: (connection: Connection, scope: ChannelScope) => boolean
  /** Reads the newest items, newest first; undefined if the subject is hidden or absent. Shared between subscribers. */
  read: (scope: ChannelScope) => Promise<Newest | undefined>
  /** Loads the messages of items that have none, for one subscriber. */
  load?: (items: readonly Item[], connection: Connection) => Promise<Downstream[]>
}

type Dependencies = {
  hub: Hub
  sockets: Sockets
  limits: RateLimits
  rowChanges: Pick<RowChangeListener, 'on' | 'onLost'>
}

/**
 * Subscriptions to channels: a page sends the cursor of the snapshot that it has loaded, and gets what has come since, then
 * what is published (decision 25).
 */
export class Channels {
  readonly #channels = new Map<ChannelName, Channel>()
  readonly #reads: SharedReads<Newest | undefined>
  readonly #limits: RateLimits

  constructor({ hub, sockets, limits, rowChanges }: Dependencies) {
    this.#limits = limits
    this.#reads = new SharedReads(hub, rowChanges)
    sockets.on('subscribe_channel', (connection, { channel, id, since }) =>
      this.#subscribe(connection, { channel, id }, since),
    )
    sockets.on('unsubscribe_channel', (connection, target) => {
      const found = this.#find(connection, target)
      connection.unsubscribe(found.topic, `channel:${target.channel}`)
    })
  }

  add(name: ChannelName, channel: Channel): void {
    if (this.#channels.has(name)) throw new Error(`two channels with the name ${name}`)
    this.#channels.set(name, channel)
  }

  /** The current cursor of a channel that is the same for everyone. */
  async cursorOf(name: ChannelName): Promise<Cursor> {
    const channel = this.#get(name)
    const newest = await this.#read(name, channel, { id: '', userId: '' })
    return newest?.items[0]?.cursor ?? null
  }

  close(): void {
    this.#reads.close()
  }

  async #subscribe(connection: Connection, target: ChannelTarget, since: Cursor | undefined): Promise<void> {
    await consumeSubscription(this.#limits, connection.identity)
    const { channel, scope, topic } = this.#find(connection, target)
    if (channel.isAllowed?.(connection, scope) === false) throw notFound()
    const reason = `channel:${target.channel}` as const
    await connection.subscribeAndCatchUp(topic, reason, async () => {
      const newest = await this.#read(target.channel, channel, scope)
      const isAllowed = newest !== undefined && channel.isAllowed?.(connection, scope) !== false
      if (!isAllowed) {
        connection.unsubscribe(topic, reason)
        throw notFound()
      }
      const missed = itemsSince(newest, since)
      await send(connection, channel, missed ?? [])
      const cursor = newest.items[0]?.cursor ?? null
      connection.send({ type: 'channel_subscribed', ...target, since, cursor, mustReload: missed === null })
    })
  }

  #find(connection: Connection, { channel: name, id }: ChannelTarget) {
    const channel = this.#get(name)
    const { user } = connection
    if (channel.isPersonal && !user) throw unauthorized()
    if (channel.hasId && id === undefined) throw notFound()
    const scope = { id: channel.hasId ? (id ?? '') : '', userId: channel.isPersonal ? (user?.id ?? '') : '' }
    return { channel, scope, topic: channel.topicOf(scope) }
  }

  #get(name: ChannelName): Channel {
    const channel = this.#channels.get(name)
    if (!channel) throw notFound()
    return channel
  }

  #read(name: ChannelName, channel: Channel, scope: ChannelScope): Promise<Newest | undefined> {
    const key = `${name} ${scope.id} ${scope.userId}`
    return this.#reads.get(key, channel.topicOf(scope), () => channel.read(scope))
  }
}

/** Sends the missed items, the oldest first. */
async function send(connection: Connection, { load }: Channel, missed: readonly Item[]): Promise<void> {
  if (missed.length === 0) return
  if (load) for (const message of await load(missed, connection)) connection.send(message)
  else for (const item of missed) connection.write(frameOf(item))
}

const frameByMessage = new WeakMap<Downstream, Buffer>()

/** Encodes a message once for all subscribers that share the read. */
function frameOf({ message }: Item): Buffer {
  if (!message) throw new Error('an item has neither a message nor a loader')
  const frame = frameByMessage.get(message) ?? encodeTextFrame(JSON.stringify(message))
  frameByMessage.set(message, frame)
  return frame
}
