import websocket from '@fastify/websocket'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { LIMITS } from '#shared/constants.ts'
import type { Config } from './config.ts'
import type { Db } from './db/executor.ts'
import type { Context, Feature } from './feature.ts'
import { FirstAdmin } from './features/auth/first-admin.ts'
import { auth } from './features/auth/routes.ts'
import { VISITOR_COOKIE, identify, sessions } from './features/auth/sessions.ts'
import { chat } from './features/chat/routes.ts'
import { live } from './features/live/sockets.ts'
import { streams } from './features/streams/routes.ts'
import { presentOwnUser } from './features/users/present-user.ts'
import { findUserById, superAdminExists } from './features/users/queries.ts'
import { users } from './features/users/routes.ts'
import { health } from './http/health.ts'
import { checkOrigin } from './http/origin.ts'
import { type Site, assets, pages, securityHeaders } from './http/pages.ts'
import { type Rates, createRateLimits } from './http/rate-limits.ts'
import { answerErrors } from './http/error-answers.ts'
import type { MediaEngine } from './live-engine/media-engine.ts'
import { startHeartbeat } from './realtime/heartbeat.ts'
import { createLocalHub } from './realtime/hub.ts'
import { type SocketLimits, Sockets } from './realtime/sockets.ts'
import { mountSocket } from './realtime/upgrade.ts'

type Parts = {
  config: Config
  database: { db: Db; ping(): Promise<unknown> }
  engine: MediaEngine
  log: Logger
  secrets: { session: string }
  site: Site
  /** Narrower limits than the product's, for tests. */
  rates?: Rates
  socketLimits?: SocketLimits
}

export type App = {
  fastify: FastifyInstance
  context: Context
  /** Address of the site, and the one-time link for its first super_admin while there is none. */
  listen(): Promise<{ url: string; setupUrl: string | null }>
  close(): Promise<void>
}

/** Puts the server together. The only place that lists the features. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, log, site } = parts
  const gate = new FirstAdmin()
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
  })
  const context = createContext(parts)
  const stop: (() => void | Promise<void>)[] = []

  answerErrors(app)
  await securityHeaders(app, site, config.publicUrl)
  await app.register(websocket, { options: { maxPayload: LIMITS.socketFrame } })
  app.addHook('onRequest', checkOrigin(config.publicUrl))
  health(app, parts.database)
  await app.register((scope) => assets(scope, site))
  await app.register(async (scope) => {
    const secure = config.publicUrl.protocol === 'https:'
    await scope.register(sessions, { db: context.db, secret: parts.secrets.session, secure })
    const features: Feature[] = [auth(gate), users, streams, live, chat]
    for (const feature of features) {
      const end = await feature.register(scope, context)
      if (end) stop.unshift(end)
    }
    mountSocket(scope, context.sockets, identify)
    await pages(scope, {
      site,
      loadUser: async (id) => {
        const row = await findUserById(context.db, id)
        return row ? presentOwnUser(row) : null
      },
      visitorCookie: { name: VISITOR_COOKIE, secure },
    })
  })
  stop.unshift(startHeartbeat(app.websocketServer, config.heartbeatMs))

  return {
    fastify: app,
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

function createContext({ config, database, engine, log, rates, socketLimits }: Parts): Context {
  const hub = createLocalHub()
  return {
    config,
    db: database.db,
    engine,
    hub,
    limits: createRateLimits(rates),
    log,
    sockets: new Sockets(hub, log, socketLimits),
  }
}

/** `PORT=0` takes a free port, which PUBLIC_URL can't know. */
function addressOf(app: FastifyInstance, { port, publicUrl }: Config): string {
  if (port !== 0) return publicUrl.origin
  const address = app.server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : port}`
}
