import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Context } from './feature.ts'
import { type Site } from '#server/http/pages/pages.ts'
import { Previews } from '#server/http/pages/previews.ts'
import type { Translations } from './http/translations.ts'
import { type Rate, type RateOverrides, createRateLimits } from '#server/http/rates/rate-limits.ts'
import { ImagePool } from './images/image-pool.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import { openPaymentProvider } from './payments/open-provider.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { Channels } from './realtime/channels.ts'
import { createLocalHub } from './realtime/hub.ts'
import type { SocketLimits } from './realtime/socket-limits.ts'
import { Sockets } from './realtime/sockets.ts'
import { currentRate, currentSocketLimits } from './settings/current-limits.ts'
import { Transcoder } from './transcoding/transcoder.ts'

/** The dependencies that the caller opens before the app. */
export type AppDependencies = {
  config: Config
  database: Pick<Database, 'pool' | 'db' | 'searchDb' | 'figuresDb' | 'longRunningDb' | 'deletionDb' | 'ping'>
  engine: MediaEngine
  log: Logger
  /** Identifies the DATA_DIR. */
  nodeId: string
  secrets: { session: string }
  site: Site
  translations: Translations
  /** Replaces the configured payment provider in tests. */
  payments?: PaymentProvider | null
  /** Replace the default limits in tests. */
  rates?: RateOverrides
  socketLimits?: SocketLimits
}

/** Creates the dependencies of features from what the app has opened. */
export function createContext(
  {
    config,
    database,
    engine,
    log,
    nodeId,
    payments,
    rates,
    secrets,
    site,
    socketLimits,
    translations,
  }: AppDependencies,
  opened: Pick<Context, 'events' | 'settings' | 'rowChanges' | 'disk' | 'publish' | 'service' | 'storage'>,
): Context {
  const { rowChanges, settings } = opened
  const hub = createLocalHub()
  const limitOf = (rate: Rate) => rates?.[rate.name] ?? currentRate(settings, rate)
  const limits = createRateLimits(limitOf, { pool: database.pool, log })
  const sockets = new Sockets(hub, log, socketLimits ?? currentSocketLimits(settings))
  return {
    ...opened,
    channels: new Channels({ hub, sockets, limits, rowChanges }),
    config,
    db: database.db,
    searchDb: database.searchDb,
    figuresDb: database.figuresDb,
    longRunningDb: database.longRunningDb,
    deletionDb: database.deletionDb,
    engine,
    hub,
    images: new ImagePool({ ...config.images, log }),
    limits,
    log,
    nodeId,
    payments: payments === undefined ? openPaymentProvider({ config, db: database.db }) : payments,
    pingDatabase: () => database.ping(),
    previews: new Previews(),
    role: 'app',
    secrets,
    site,
    sockets,
    transcoder: new Transcoder(config.transcoding, opened.disk),
    translations,
  }
}
