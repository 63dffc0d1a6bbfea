import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Db } from './db/executor.ts'
import type { SessionCache } from '#server/features/auth/session-cache.ts'
import type { StreamKeys } from './features/stream-keys/stream-keys.ts'
import type { Settings } from './settings/settings.ts'
import type { Previews } from '#server/http/pages/previews.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { ImagePool } from './images/image-pool.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import type { Hub } from './realtime/hub.ts'
import type { Sockets } from './realtime/sockets.ts'

/** The parts that a feature may use; each verb is passed the ones that it needs. */
export type Context = {
  rowChanges: RowChangeListener
  config: Config
  db: Db
  /** As `db`, with a second for each statement. */
  briefDb: Db
  engine: MediaEngine
  hub: Hub
  images: ImagePool
  limits: RateLimits
  log: Logger
  previews: Previews
  settings: Settings
  sessionCache: SessionCache
  sockets: Sockets
  streamKeys: StreamKeys
}

/** What plugs into the server: routes and socket messages, and what must be stopped again. */
export type Feature = {
  name: string
  /** Called once before the server listens; what it returns is called when the server closes. */
  register(
    app: FastifyInstance,
    context: Context,
  ): void | (() => void | Promise<void>) | Promise<void | (() => void | Promise<void>)>
}
