import { type RequestListener, type Server, createServer as createHttpServer, maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import websocket from '@fastify/websocket'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { LIMITS } from '#shared/constants.ts'
import { closeSockets } from '#server/realtime/heartbeat.ts'
import { SOCKET_PATH } from '#server/realtime/upgrade.ts'
import { destroyLater, trackConnections } from '#server/http/connections/open-connections.ts'
import { handleErrors, handleClientError } from './error-handler.ts'
import { health } from './health.ts'
import { checkOrigin } from './origin.ts'
import { readJsonBodies } from '#server/http/bodies/json-body.ts'
import { type Site, assets } from '#server/http/pages/pages.ts'
import { type ContentSources, securityHeaders } from '#server/http/pages/security-headers.ts'
import type { Pipeline } from '#server/http/connections/pipelining.ts'
import { RequestLog, withoutSecrets } from './request-log.ts'
import { rewriteUrl } from './rewrite-url.ts'
import { type Translations, translateRequests } from './translations.ts'
import { acceptedUpgrades } from '#server/http/connections/upgrades.ts'

type Options = {
  log: Logger
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: string[]
  /** Handles the requests of each connection one after the other. */
  pipeline: Pipeline
  /** Default limit of a body, in bytes. */
  bodyLimit: number
  /** Timeouts for slow clients. */
  timeouts: Config['http']
}

/** Creates a server that does not listen yet. */
export function createServer({ log, trustProxy, pipeline, bodyLimit, timeouts }: Options): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = withoutSecrets(log)
  const openConnections = new Set<Socket>()
  const app = fastify({
    serverFactory: (handler) => {
      const server = openHttpServer(pipeline, handler, timeouts)
      trackConnections(server, openConnections)
      return server
    },
    loggerInstance,
    logController: new RequestLog(),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit,
    rewriteUrl,
    // An id of any length must return 404, not an error of the router: the longest URL that Node reads.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: handleClientError,
    forceCloseConnections: true,
    // The database and the other processes of a start have limits; this one would count the time of a suspended machine, too.
    pluginTimeout: 0,
  })
  readJsonBodies(app, timeouts.bodyPace)
  app.addHook('preClose', async () => destroyLater(openConnections, SOCKET_CLOSE_MS))
  return app
}

function openHttpServer(
  pipeline: Pipeline,
  handler: RequestListener,
  { headersMs, stalledResponseMs, keepAliveMs }: Config['http'],
): Server {
  const server = createHttpServer(
    {
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersMs / 4,
      // Bodies have a minimum rate instead of a timeout: an upload may take hours.
      requestTimeout: 0,
      // Announced to clients (`Keep-Alive: timeout=…`), and enforced a second later, so that they close first.
      keepAliveTimeout: keepAliveMs,
    },
    pipeline.listener(handler),
  )
  // Between two requests Node replaces this by `keepAliveTimeout`.
  server.setTimeout(stalledResponseMs)
  pipeline.closeStalled(server)
  return server
}

type Foundation = {
  pipeline: Pipeline
  site: Site
  publicUrl: URL
  translations: Translations
  contentSources: readonly ContentSources[]
  /** Hosts of the payment provider's SDK. */
  paymentHosts: readonly string[]
  database: { ping(): Promise<unknown> }
  nodeId: string
}

/** Registers what all routes share, and the routes that need no session. */
export async function mountFoundation(
  app: FastifyInstance,
  { pipeline, site, publicUrl, translations, contentSources, paymentHosts, database, nodeId }: Foundation,
): Promise<void> {
  translateRequests(app, translations)
  handleErrors(app)
  securityHeaders(app, {
    scriptHash: site.scriptHash,
    publicUrl,
    contentSources,
    checkout: { scriptHash: site.checkoutScriptHash, hosts: paymentHosts },
  })
  await app.register(websocket, {
    options: { ...SOCKET_OPTIONS, server: acceptedUpgrades(app.server, pipeline, SOCKET_PATH) },
    preClose: (done) => closeSockets(app.websocketServer, done),
    // An invalid frame is an error of the client, not of the server.
    errorHandler: (error, socket, request) => {
      request.log.info({ reason: error.message }, 'a socket was ended')
      socket.terminate()
    },
  })
  app.addHook('onRequest', checkOrigin(publicUrl))
  health(app, { database, nodeId })
  await app.register((scope) => assets(scope, site))
}

/** A client that does not reply to a close frame is disconnected after this time. */
const SOCKET_CLOSE_MS = 1000

/**
 * Each message is handled in a turn of the event loop of its own: hundreds that arrive together would delay all others.
 * The fragments of a message are read in one turn, and only whole messages are counted: hence `maxFragments`; browsers
 * send few. The library's types lack `closeTimeout`.
 */
const SOCKET_OPTIONS = {
  maxPayload: LIMITS.socketFrame,
  maxFragments: 128,
  allowSynchronousEvents: false,
  closeTimeout: SOCKET_CLOSE_MS,
}
