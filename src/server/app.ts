import path from 'node:path'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Access } from '#shared/endpoint.ts'
import type { Config } from './config.ts'
import { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Database } from './db/open.ts'
import type { Context } from './feature.ts'
import { followSettings, openSiteSettings } from './feature-jobs.ts'
import { type FeatureRules, type Features, openFeatures } from './features.ts'
import { enforceAccess } from './http/access.ts'
import { enforceCallRates } from '#server/http/rates/call-rates.ts'
import { createServer, mountFoundation } from './http/create-server.ts'
import { Pipeline } from '#server/http/connections/pipelining.ts'
import { limitLargeBodies } from '#server/http/bodies/large-bodies.ts'
import { type Site, pages } from '#server/http/pages/pages.ts'
import { Previews } from '#server/http/pages/previews.ts'
import type { Translations } from './http/translations.ts'
import { type Rate, type RateOverrides, createRateLimits } from '#server/http/rates/rate-limits.ts'
import { ImagePool } from './images/image-pool.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import { EventBus } from './events/event-bus.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { checkForWorker } from './jobs/worker-check.ts'
import { NodeProcess } from './nodes/node-process.ts'
import { openPaymentProvider } from './payments/open-provider.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { startHeartbeat } from './realtime/heartbeat.ts'
import { Channels } from './realtime/channels.ts'
import { createLocalHub } from './realtime/hub.ts'
import type { SocketLimits } from './realtime/socket-limits.ts'
import { openFanout } from './realtime/open-fanout.ts'
import { pageMessage } from './realtime/page-message.ts'
import { PageUpdates } from './realtime/page-updates.ts'
import { Sockets } from './realtime/sockets.ts'
import { mountSocket } from './realtime/upgrade.ts'
import { currentRate, currentSocketLimits } from './settings/current-limits.ts'
import { openDiskSpace } from './storage/disk-space.ts'
import { openLocalStorage } from './storage/local-storage.ts'
import { mountPublicFiles } from './storage/public-files.ts'
import { Transcoder } from './transcoding/transcoder.ts'

type Dependencies = {
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
} & FeatureRules

/** A mounted route with its access rule. */
type MountedRoute = {
  method: string
  path: string
  access: Access | undefined
  /** The endpoint of the contract that the route implements. */
  endpoint: object | undefined
}

export type App = {
  /** All mounted routes, for tests over all of them. */
  routes: MountedRoute[]
  context: Context
  features: Features
  /** Starts listening; returns the site's URL, and the one-time link for the first super_admin while there is none. */
  listen(): Promise<{ url: string; setupUrl: string | null }>
  close(): Promise<void>
}

/** Builds the server from its dependencies; it does not listen yet. */
export async function buildApp(dependencies: Dependencies): Promise<App> {
  const { config, database, log } = dependencies
  const events = new EventBus(log)
  const settings = await openSiteSettings({ db: database.db, events, log })
  const bodyLimit = settings.get('limits.jsonBytes')
  const pipeline = new Pipeline()
  const app = createServer({
    log,
    trustProxy: config.trustProxy,
    pipeline,
    bodyLimit,
    timeouts: config.http,
  })
  const routes = collectRoutes(app)
  const rowChanges = new RowChangeListener(database.pool, log)
  const fanout = await openFanout({ ...dependencies, pool: database.pool, rowChanges, hasPages: true })
  const updates = new PageUpdates<Context>(fanout, log)
  const disk = await openDiskSpace(config)
  const context = createContext(dependencies, {
    events,
    settings,
    rowChanges,
    disk,
    publish: updates.publish,
  })
  followSettings(context)
  const nodeProcess = new NodeProcess({
    ...context,
    secrets: dependencies.secrets,
    role: 'app',
    leaseMs: config.nodeLeaseMs,
  })
  await nodeProcess.start()
  const storage = await openLocalStorage(path.join(config.dataDir, 'files'))
  const features = await openFeatures(context, storage, dependencies)
  const jobs = config.runsJobs
    ? new JobRunner({ ...context, nodeProcess, pool: database.pool, ...features.jobs })
    : null
  const stop: Stop[] = [
    ...(jobs ? [] : [checkForWorker({ ...context, intervalMs: config.nodeLeaseMs })]),
    () => settings.close(),
    () => features.close(),
    () => fanout.close(),
    () => context.channels.close(),
    () => context.rowChanges.close(),
  ]

  await mountFoundation(app, {
    pipeline,
    nodeId: context.nodeId,
    site: dependencies.site,
    publicUrl: config.publicUrl,
    translations: dependencies.translations,
    paymentHosts: context.payments?.approval.kind === 'script' ? context.payments.approval.hosts : [],
    contentSources: features.list.flatMap(({ contentSources }) => contentSources ?? []),
    database,
  })
  updates.add([pageMessage], context)
  for (const feature of features.list) updates.add(feature.updates ?? [], context)
  for (const folder of features.publicFolders) mountPublicFiles(app, storage, folder)
  await app.register((scope) => mountSite(scope, dependencies, context, features, stop))
  stop.unshift(startHeartbeat(app.websocketServer, config.heartbeatMs), () => nodeProcess.close())
  return {
    routes,
    context,
    features,
    async listen() {
      await app.listen({ host: config.host, port: config.port })
      await jobs?.start()
      const url = urlOf(app, config)
      const token = await features.openFirstAdmin()
      return { url, setupUrl: token && `${url}/auth/login?setup=${token}` }
    },
    async close() {
      // Running jobs get time to finish meanwhile; they use what is closed last.
      const jobsClosed = jobs?.close()
      await app.close()
      for (const stopPart of stop) await stopPart()
      await jobsClosed
      await context.images.close()
    },
  }
}

type Stop = () => void | Promise<void>

/** Mounts all routes that need a session: the features, the socket and the pages. */
async function mountSite(
  scope: FastifyInstance,
  { config, site }: Dependencies,
  context: Context,
  features: Features,
  stop: Stop[],
): Promise<void> {
  const secure = config.publicUrl.protocol === 'https:'
  // Before the routes: it affects only those that are added after it.
  await scope.register(compress, { threshold: 1024 })
  await features.mountSessions(scope, secure)
  enforceAccess(scope)
  enforceCallRates(scope, context.limits, features.identify)
  limitLargeBodies(scope, context.limits)
  for (const feature of features.list) {
    const stopFeature = await feature.register(scope, context)
    if (stopFeature) stop.unshift(stopFeature)
  }
  mountSocket(scope, context.sockets, features.identify)
  pages(scope, {
    site,
    name: () => context.settings.get('general.siteName'),
    publicUrl: () => config.publicUrl.origin,
    previews: context.previews,
    loadBoot: (user) => features.loadBoot(user),
    visitorCookie: { name: features.visitorCookie, secure },
  })
}

function collectRoutes(app: FastifyInstance): MountedRoute[] {
  const routes: MountedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { access, endpoint } = config ?? {}
    for (const each of [method].flat()) routes.push({ method: each, path: url, access, endpoint })
  })
  return routes
}

function createContext(
  { config, database, engine, log, nodeId, payments, rates, socketLimits }: Dependencies,
  opened: Pick<Context, 'events' | 'settings' | 'rowChanges' | 'disk' | 'publish'>,
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
    sockets,
    transcoder: new Transcoder(config.transcoding, opened.disk),
  }
}

/** Returns the site's URL; with `PORT=0` that of the free port that was chosen. */
function urlOf(app: FastifyInstance, { port, publicUrl }: Config): string {
  if (port !== 0) return publicUrl.origin
  const address = app.server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : port}`
}
