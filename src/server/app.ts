import path from 'node:path'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Access } from '#shared/endpoint.ts'
import type { Config } from './config.ts'
import { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Context, Feature, Mount } from './feature.ts'
import {
  VISITOR_COOKIE,
  followSettings,
  identify,
  loadBoot,
  mountSessions,
  openFirstAdmin,
  openSiteSettings,
} from './core-features.ts'
import { FEATURES } from './features.ts'
import { enforceAccess } from './http/access.ts'
import { enforceCallRates } from '#server/http/rates/call-rates.ts'
import { createServer, mountFoundation } from './http/create-server.ts'
import { Pipeline } from '#server/http/connections/pipelining.ts'
import { limitLargeBodies } from '#server/http/bodies/large-bodies.ts'
import { pages } from '#server/http/pages/pages.ts'
import { EventBus } from './events/event-bus.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { createJobHandlers, recordFailure } from './job-handlers.ts'
import { checkForWorker } from './jobs/worker-check.ts'
import { NodeProcess } from './nodes/node-process.ts'
import { startHeartbeat } from './realtime/heartbeat.ts'
import { openFanout } from './realtime/open-fanout.ts'
import { pageMessage } from './realtime/page-message.ts'
import { PageUpdates } from './realtime/page-updates.ts'
import { mountSocket } from './realtime/upgrade.ts'
import { type Replacement, Services } from './services.ts'
import { openDiskSpace } from './storage/disk-space.ts'
import { openLocalStorage } from './storage/local-storage.ts'
import { mountPublicFiles } from './storage/public-files.ts'
import { type AppDependencies, createContext } from './create-context.ts'

type Dependencies = AppDependencies & {
  replacements?: readonly Replacement[]
  /** Replace the features of the product. */
  features?: readonly Feature[]
}

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
  const features = dependencies.features ?? FEATURES
  const services = new Services<Context>({
    context: () => context,
    extensions: features.flatMap(({ extensions }) => extensions ?? []),
    replacements: dependencies.replacements ?? [],
  })
  const context = createContext(dependencies, {
    events,
    settings,
    rowChanges,
    disk,
    publish: updates.publish,
    service: services.get,
    storage: await openLocalStorage(path.join(config.dataDir, 'files')),
  })
  followSettings(context)
  const nodeProcess = new NodeProcess({ ...context, leaseMs: config.nodeLeaseMs })
  await nodeProcess.start()
  for (const { listen } of features.toReversed()) listen?.(context)
  const jobs = config.runsJobs
    ? await createJobRunner(features, context, { nodeProcess, pool: database.pool })
    : null
  const stop: Stop[] = [
    ...(jobs ? [] : [checkForWorker({ ...context, intervalMs: config.nodeLeaseMs })]),
    () => settings.close(),
    () => services.close(),
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
    contentSources: features.flatMap(({ contentSources }) => contentSources ?? []),
    database,
  })
  updates.add([pageMessage], context)
  for (const feature of features) updates.add(feature.updates ?? [], context)
  for (const folder of features.flatMap(({ publicFolders }) => publicFolders ?? []))
    mountPublicFiles(app, context.storage, folder)
  await app.register((scope) => mountSite(scope, dependencies, context, features, stop))
  stop.unshift(startHeartbeat(app.websocketServer, config.heartbeatMs), () => nodeProcess.close())
  return {
    routes,
    context,
    async listen() {
      await app.listen({ host: config.host, port: config.port })
      await jobs?.start()
      const url = urlOf(app, config)
      const token = await openFirstAdmin(context)
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

async function createJobRunner(
  features: readonly Feature[],
  context: Context,
  parts: Pick<ConstructorParameters<typeof JobRunner>[0], 'nodeProcess' | 'pool'>,
): Promise<JobRunner> {
  const jobContext = { ...context, db: context.longRunningDb }
  return new JobRunner({
    ...context,
    ...parts,
    handlers: await createJobHandlers(features, jobContext),
    onFailed: (failure) => recordFailure(jobContext, failure),
  })
}

type Stop = () => void | Promise<void>

/** Mounts all routes that need a session: the features, the socket and the pages. */
async function mountSite(
  scope: FastifyInstance,
  { config, site }: Dependencies,
  context: Context,
  features: readonly Feature[],
  stop: Stop[],
): Promise<void> {
  const secure = config.publicUrl.protocol === 'https:'
  // Before the routes: it affects only those that are added after it.
  await scope.register(compress, { threshold: 1024 })
  await mountSessions(scope, context)
  enforceAccess(scope)
  enforceCallRates(scope, context.limits, identify)
  limitLargeBodies(scope, context.limits)
  for (const mount of features.flatMap(({ routes }): readonly Mount[] => [routes ?? []].flat())) {
    const stopFeature = await mount(scope, context)
    if (stopFeature) stop.unshift(stopFeature)
  }
  mountSocket(scope, context.sockets, identify)
  pages(scope, {
    site,
    name: () => context.settings.get('general.siteName'),
    publicUrl: () => config.publicUrl.origin,
    previews: context.previews,
    loadBoot: (user) => loadBoot(context, user),
    visitorCookie: { name: VISITOR_COOKIE, secure },
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

/** Returns the site's URL; with `PORT=0` that of the free port that was chosen. */
function urlOf(app: FastifyInstance, { port, publicUrl }: Config): string {
  if (port !== 0) return publicUrl.origin
  const address = app.server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : port}`
}
