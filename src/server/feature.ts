import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import type { ContentSources } from '#server/http/pages/security-headers.ts'
import type { Previews } from '#server/http/pages/previews.ts'
import type { RateLimits } from '#server/http/rates/rate-limits.ts'
import type { Config } from './config.ts'
import type { Db, Executor } from './db/executor.ts'
import type { TimeLimitedDb } from './db/time-limited-db.ts'
import type { Settings } from './settings/settings.ts'
import type { Site } from './http/pages/pages.ts'
import type { Translations } from './http/translations.ts'
import type { ImagePool } from './images/image-pool.ts'
import type { JobHandler } from './jobs/job-handler.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { Channels } from './realtime/channels.ts'
import { type AnyPageUpdate, type PageUpdate, createPageUpdate } from './realtime/page-update.ts'
import type { Publish } from './realtime/page-updates.ts'
import type { Hub } from './realtime/hub.ts'
import type { Sockets } from './realtime/sockets.ts'
import type { Extension, Service } from './services.ts'
import type { DiskSpace } from './storage/disk-space.ts'
import type { Storage } from './storage/storage.ts'
import type { Transcoder } from './transcoding/transcoder.ts'

/** The dependencies that features have in every process. A worker has no more: no browsers and no live engine. */
export type WorkerContext = {
  config: Config
  /** In jobs one whose statements may rightly take minutes. */
  db: Db
  disk: DiskSpace
  events: EventBus
  images: ImagePool
  limits: RateLimits
  log: Logger
  /** Identifies this node, which is a DATA_DIR. */
  nodeId: string
  /** Null: payments are off. */
  payments: PaymentProvider | null
  publish: Publish
  role: 'app' | 'worker'
  secrets: { session: string }
  /** Returns an object that features share, or what they add to an extension point. */
  service: <Value>(service: Service<WorkerContext, Value>) => Value
  settings: Settings
  storage: Storage
  transcoder: Transcoder
  translations: Translations
}

/** The dependencies that a feature of the app may use; each verb gets the ones that it needs. */
export type Context = Omit<WorkerContext, 'service'> & {
  rowChanges: RowChangeListener
  channels: Channels
  /** For searches and suggestions. */
  searchDb: TimeLimitedDb
  /** For sums and lists of everything that a user has, such as figures and exports. */
  figuresDb: TimeLimitedDb
  /** As `db`, for jobs, whose statements may rightly take minutes. */
  longRunningDb: Db
  /** For the deletions of members, which may as well: members take turns. */
  deletionDb: TimeLimitedDb
  engine: MediaEngine
  hub: Hub
  /** Rejects while the database does not respond. */
  pingDatabase(): Promise<unknown>
  previews: Previews
  service: <Value>(service: Service<Context, Value>) => Value
  site: Site
  sockets: Sockets
}

/** Mounts a feature in the app, before the server listens; the returned function is called when the server closes. */
export type Mount = (
  app: FastifyInstance,
  context: Context,
) => void | (() => void | Promise<void>) | Promise<void | (() => void | Promise<void>)>

/** Returns what a feature stores of a user, as rows by a name for each kind. Secrets and other users' data are left out. */
type ExportUser = (db: Executor, userId: string) => Promise<Record<string, object[]>>

/**
 * Deletes what a feature stores of a user, and what identifies the user in what must be kept, in the transaction that deletes
 * the account. It runs before the row in `users` is deleted, which is last.
 */
type DeleteUser = (context: WorkerContext, tx: Executor, userId: string) => Promise<void>

/** How a feature with tables exports and deletes the data of a member. */
type StoredData = {
  tables: readonly PgTable[]
  /** `withheld` is the reason why the rows of the user are not exported. */
  exportUser: ExportUser | 'nothing personal' | { withheld: string }
  /**
   * `with the account`: the foreign keys to `users` delete the rows, or forget the user in them. `keeps` says why rows with the id
   * of a deleted user stay.
   */
  deleteUser: DeleteUser | 'with the account' | 'nothing personal' | { keeps: string }
}

/** A plug-in of the server, in the file `feature.ts` of its folder; `features.ts` lists all. */
export type Feature = {
  name: string
  /** Its HTTP routes, socket messages and page previews. */
  routes?: Mount | readonly Mount[]
  /** The handlers of its jobs, which the app or a worker runs. */
  jobs?(context: WorkerContext): readonly JobHandler[] | Promise<readonly JobHandler[]>
  /** Registers what it does in the transactions of other features, in the app and in a worker. */
  listen?(context: WorkerContext): void
  /** The events for open pages that it publishes. */
  updates?: readonly AnyPageUpdate<Context>[]
  /** Its values for the extension points of lower features. */
  extensions?: readonly Extension<never>[]
  /** External sources that its pages load from. */
  contentSources?: ContentSources
  /** Folders of stored files that are public. */
  publicFolders?: readonly string[]
} & (StoredData | { tables?: never; exportUser?: never; deleteUser?: DeleteUser })

/** Declares a feature. One with tables must say how a member's data in them is exported and deleted. */
export function defineFeature(feature: Feature): Feature {
  return feature
}

/** Declares events for open pages. The feature lists it in `updates`; `publish(tx, event)` sends one. */
export function definePageUpdate<Data, Loaded = never>(
  ...definition: Parameters<typeof createPageUpdate<Context, Data, Loaded>>
): PageUpdate<Context, Data, Loaded> {
  return createPageUpdate(...definition)
}
