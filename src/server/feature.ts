import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Db } from './db/executor.ts'
import type { Settings } from './settings/settings.ts'
import type { ContentSources } from '#server/http/pages/security-headers.ts'
import type { Previews } from '#server/http/pages/previews.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { ImagePool } from './images/image-pool.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import type { Hub } from './realtime/hub.ts'
import type { Sockets } from './realtime/sockets.ts'

/**
 * The parts that a feature may use; each verb is passed the ones that it needs. What features share with each other is
 * passed in `features.ts`, where they are created.
 */
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
  sockets: Sockets
}

/** What plugs into the server: routes and socket messages, and what must be stopped again. */
export type Feature = {
  name: string
  /** Other sites and schemes that its pages load from, beyond what every page may. */
  contentSources?: ContentSources
  /** Called once before the server listens; what it returns is called when the server closes. */
  register(
    app: FastifyInstance,
    context: Context,
  ): void | (() => void | Promise<void>) | Promise<void | (() => void | Promise<void>)>
}
