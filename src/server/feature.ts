import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Db } from './db/executor.ts'
import type { TimeLimitedDb } from './db/time-limited-db.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import type { Settings } from './settings/settings.ts'
import type { ContentSources } from '#server/http/pages/security-headers.ts'
import type { Previews } from '#server/http/pages/previews.ts'
import type { RateLimits } from '#server/http/rates/rate-limits.ts'
import type { ImagePool } from './images/image-pool.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { Channels } from './realtime/channels.ts'
import { type AnyPageUpdate, type PageUpdate, createPageUpdate } from './realtime/page-update.ts'
import type { Publish } from './realtime/page-updates.ts'
import type { Hub } from './realtime/hub.ts'
import type { Sockets } from './realtime/sockets.ts'
import type { DiskSpace } from './storage/disk-space.ts'
import type { Transcoder } from './transcoding/transcoder.ts'

/**
 * The dependencies that a feature may use; each verb gets the ones that it needs. Objects that features share with each
 * other are created and passed in `features.ts`.
 */
export type Context = {
  rowChanges: RowChangeListener
  channels: Channels
  config: Config
  db: Db
  /** For searches and suggestions. */
  searchDb: TimeLimitedDb
  /** For sums and lists of everything that a user has, such as figures and exports. */
  figuresDb: TimeLimitedDb
  disk: DiskSpace
  /** As `db`, for jobs, whose statements may rightly take minutes. */
  longRunningDb: Db
  /** For the deletions of members, which may as well: members take turns. */
  deletionDb: TimeLimitedDb
  engine: MediaEngine
  events: EventBus
  hub: Hub
  images: ImagePool
  limits: RateLimits
  log: Logger
  /** Identifies this node, which is a DATA_DIR. */
  nodeId: string
  /** Null: payments are off. */
  payments: PaymentProvider | null
  /** Rejects while the database does not respond. */
  pingDatabase(): Promise<unknown>
  previews: Previews
  publish: Publish
  settings: Settings
  sockets: Sockets
  transcoder: Transcoder
}

/** A plug-in of the server: routes, socket messages and background work. */
export type Feature = {
  name: string
  /** The events for open pages that it publishes. */
  updates?: readonly AnyPageUpdate<Context>[]
  /** External sources that its pages load from. */
  contentSources?: ContentSources
  /** Called once before the server listens; the returned function is called when the server closes. */
  register(
    app: FastifyInstance,
    context: Context,
  ): void | (() => void | Promise<void>) | Promise<void | (() => void | Promise<void>)>
}

/** Declares events for open pages. The feature lists it in `updates`; `publish(tx, event)` sends one. */
export function definePageUpdate<Data, Loaded = never>(
  ...definition: Parameters<typeof createPageUpdate<Context, Data, Loaded>>
): PageUpdate<Context, Data, Loaded> {
  return createPageUpdate(...definition)
}
