import path from 'node:path'
import compress from '@fastify/compress'
import websocket from '@fastify/websocket'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { LIMITS } from '#shared/constants.ts'
import type { Access } from '#shared/endpoint.ts'
import type { Config } from './config.ts'
import type { Db } from './db/executor.ts'
import type { Context, Feature } from './feature.ts'
import { FirstAdmin } from './features/auth/first-admin.ts'
import { account } from './features/auth/account-routes.ts'
import { auth } from './features/auth/routes.ts'
import { VISITOR_COOKIE, identify, sessions } from './features/auth/sessions.ts'
import { bookmarks } from './features/bookmarks/routes.ts'
import { chat } from './features/chat/routes.ts'
import { comments } from './features/comments/routes.ts'
import { contact } from './features/contact/routes.ts'
import { follows } from './features/follows/routes.ts'
import { journey } from './features/journey/routes.ts'
import { likes } from './features/likes/routes.ts'
import { live } from './features/live/sockets.ts'
import { openMediaStore } from './features/media/media-store.ts'
import { MEDIA_FOLDERS } from './features/media/prepare-file.ts'
import { movements } from './features/movements/routes.ts'
import { people } from './features/people/routes.ts'
import { PostChanges } from './features/posts/post-changes.ts'
import { posts } from './features/posts/routes.ts'
import { profile } from './features/profile/routes.ts'
import { notifications } from './features/notifications/routes.ts'
import { preferences } from './features/preferences/routes.ts'
import { search } from './features/search/routes.ts'
import { presentRate, presentSocketLimits } from './features/settings/present-limits.ts'
import { rss } from './features/rss/routes.ts'
import { type Settings, openSettings } from './features/settings/settings.ts'
import { shares } from './features/shares/routes.ts'
import { socialLinks } from './features/social-links/routes.ts'
import { streams } from './features/streams/routes.ts'
import type { FetchRules } from './features/thumbnails/fetch-rules.ts'
import { thumbnails } from './features/thumbnails/routes.ts'
import { THUMBNAILS_FOLDER, createThumbnails } from './features/thumbnails/thumbnails.ts'
import { trending } from './features/trending/routes.ts'
import { createTrends } from './features/trending/trends.ts'
import { uploads } from './features/uploads/routes.ts'
import type { UploadRules } from './features/uploads/upload-rules.ts'
import { presentOwnUser } from './features/users/present-user.ts'
import { superAdminExists } from './features/users/queries.ts'
import { users } from './features/users/routes.ts'
import { watch } from './features/watch/sockets.ts'
import { enforceAccess } from './http/access.ts'
import { health } from './http/health.ts'
import { checkOrigin } from './http/origin.ts'
import { type Site, assets, pages, securityHeaders } from './http/pages.ts'
import { Previews } from './http/previews.ts'
import { type RateOverrides, createRateLimits } from './http/rate-limits.ts'
import { answerErrors, malformedRequests } from './http/error-answers.ts'
import { rewriteUrl } from './http/rewrite-url.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import { closeSockets, startHeartbeat } from './realtime/heartbeat.ts'
import { type Hub, createLocalHub } from './realtime/hub.ts'
import { type SocketLimits, Sockets } from './realtime/sockets.ts'
import { mountSocket } from './realtime/upgrade.ts'
import { openLocalStorage } from './storage/local-storage.ts'
import { publicFiles } from './storage/public-files.ts'

type Parts = {
  config: Config
  database: { db: Db; ping(): Promise<unknown> }
  engine: MediaEngine
  log: Logger
  secrets: { session: string }
  site: Site
  /** Narrower limits than the product's, for tests. */
  rates?: RateOverrides
  socketLimits?: SocketLimits
  /** Which other sites a picture may be fetched from, for tests with one on this machine. */
  fetchRules?: FetchRules
  /** Other times and sizes of uploads than the product's, for tests. */
  uploadRules?: Partial<UploadRules>
}

/** One mounted address and who may call it. */
type MountedRoute = {
  method: string
  path: string
  access: Access | undefined
  /** Of a call of the contract. */
  endpoint: object | undefined
}

export type App = {
  /** Everything that is mounted, for checks over all of it. */
  routes: MountedRoute[]
  context: Context
  /** Address of the site, and the one-time link for its first super_admin while there is none. */
  listen(): Promise<{ url: string; setupUrl: string | null }>
  close(): Promise<void>
}

/** Who does not answer our close frame is cut off after `closeTimeout` ms, which the library's types do not know. */
const SOCKET_OPTIONS = { maxPayload: LIMITS.socketFrame, closeTimeout: 1000 }

/** Puts the server together. The only place that lists the features. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config } = parts
  const hub = createLocalHub()
  const settings = await openSettings({ db: parts.database.db, hub, log: parts.log })
  const app = createServer(parts, settings)
  const routes = collectRoutes(app)
  const context = createContext(parts, hub, settings)
  const storage = await openLocalStorage(path.join(config.dataDir, 'files'))
  const pictures = createThumbnails(storage, parts.fetchRules)
  const media = await openMediaStore(
    { db: context.db, storage, log: parts.log },
    path.join(config.dataDir, 'uploads'),
  )
  const gate = new FirstAdmin()
  const changes = new PostChanges(context)
  const trends = createTrends(context.db, config.countsMs)
  const features: Feature[] = [
    auth(gate),
    account,
    preferences,
    notifications,
    users,
    follows,
    people,
    profile(media),
    socialLinks,
    thumbnails(pictures),
    uploads(media, parts.uploadRules),
    streams(pictures),
    live,
    chat,
    contact,
    rss,
    posts(media),
    likes(changes),
    comments(changes),
    shares(changes),
    bookmarks,
    journey,
    watch,
    search(trends),
    trending(trends),
    movements,
  ]
  const stop: Stop[] = [() => settings.close(), () => changes.close()]

  await mountFoundation(app, parts)
  for (const folder of [THUMBNAILS_FOLDER, ...Object.values(MEDIA_FOLDERS)]) publicFiles(app, storage, folder)
  await app.register((scope) => mountSite(scope, parts, context, features, stop))
  stop.unshift(startHeartbeat(app.websocketServer, config.heartbeatMs))
  return {
    routes,
    context,
    async listen() {
      await app.listen({ host: config.host, port: config.port })
      const url = addressOf(app, config)
      const token = (await superAdminExists(context.db)) ? null : gate.open()
      return { url, setupUrl: token && `${url}/auth/login?setup=${token}` }
    },
    async close() {
      await app.close()
      for (const end of stop) await end()
    },
  }
}

type Stop = () => void | Promise<void>

function createServer({ config, log }: Parts, settings: Settings): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  return fastify({
    loggerInstance,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: settings.get('limits.jsonBytes'),
    rewriteUrl,
    ...malformedRequests,
    forceCloseConnections: true,
  })
}

/** What every address has in common, and the addresses that need no session. */
async function mountFoundation(app: FastifyInstance, { config, site, database }: Parts): Promise<void> {
  answerErrors(app)
  securityHeaders(app, site, config.publicUrl)
  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    preClose: (done) => closeSockets(app.websocketServer, done),
    // What a client sends wrong is no error of ours.
    errorHandler: (error, socket, request) => {
      request.log.info({ reason: error.message }, 'a socket was ended')
      socket.terminate()
    },
  })
  app.addHook('onRequest', checkOrigin(config.publicUrl))
  health(app, database)
  await app.register((scope) => assets(scope, site))
}

/** Everything that knows who asks: the features' calls, the socket and the pages. */
async function mountSite(
  scope: FastifyInstance,
  { config, secrets, site }: Parts,
  context: Context,
  features: Feature[],
  stop: Stop[],
): Promise<void> {
  const secure = config.publicUrl.protocol === 'https:'
  // Before the routes: it only looks at those that come after it.
  await scope.register(compress, { threshold: 1024 })
  await scope.register(sessions, { db: context.db, secret: secrets.session, secure })
  enforceAccess(scope)
  for (const feature of features) {
    const end = await feature.register(scope, context)
    if (end) stop.unshift(end)
  }
  mountSocket(scope, context.sockets, identify)
  pages(scope, {
    site,
    name: () => context.settings.get('general.siteName'),
    publicUrl: () => config.publicUrl.origin,
    previews: context.previews,
    loadBoot: async ({ readMember }) => ({
      user: readMember && presentOwnUser(readMember()),
      ...context.settings.forPages,
    }),
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

function createContext(
  { config, database, engine, log, rates, socketLimits }: Parts,
  hub: Hub,
  settings: Settings,
): Context {
  return {
    config,
    db: database.db,
    engine,
    hub,
    limits: createRateLimits((rate) => rates?.[rate.name] ?? presentRate(settings, rate)),
    log,
    previews: new Previews(),
    settings,
    sockets: new Sockets(hub, log, socketLimits ?? presentSocketLimits(settings)),
  }
}

/** `PORT=0` takes a free port, which PUBLIC_URL can't know. */
function addressOf(app: FastifyInstance, { port, publicUrl }: Config): string {
  if (port !== 0) return publicUrl.origin
  const address = app.server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : port}`
}
