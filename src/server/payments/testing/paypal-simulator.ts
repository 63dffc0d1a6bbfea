import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { PayPalConfig } from '#server/payments/payments-config.ts'
import { ApiError, noResource } from './simulator/api-error.ts'
import { type Fault, Faults } from './simulator/faults.ts'
import { simulatedId } from './simulator/ids.ts'
import { SimulatedOrders } from './simulator/orders.ts'
import { SimulatedSubscriptions } from './simulator/subscriptions.ts'
import { SimulatedWebhooks } from './simulator/webhooks.ts'

type Request = { method: string; path: string; query: URLSearchParams; text: string; headers: Headers }
type Answer = { status: number; body?: object }

const CLIENT_ID = 'simulated-client'
const CLIENT_SECRET = 'simulated-secret'
const WEBHOOK_ID = 'SIMULATEDWEBHOOK1'
const TOKEN_SECONDS = 32_400

/**
 * PayPal's HTTP API on this machine, from its published OpenAPI description, with its error shapes. `orders` and
 * `subscriptions` also have what payers, payees and banks do; `webhooks` the events that follow, which are sent only when a
 * test delivers them; `faults` what goes wrong with requests.
 */
export class PayPalSimulator {
  readonly faults = new Faults()
  readonly webhooks = new SimulatedWebhooks(WEBHOOK_ID)
  readonly orders: SimulatedOrders
  readonly subscriptions: SimulatedSubscriptions
  /** All requests so far, as `POST /v2/checkout/orders`. */
  readonly requests: string[] = []
  /** The time of payments; tests may move it. */
  now = new Date()
  readonly #server: Server
  readonly #tokens = new Set<string>()
  /** Answers by path and `PayPal-Request-Id`. */
  readonly #answers = new Map<string, Answer>()

  private constructor() {
    this.orders = new SimulatedOrders(this.webhooks.publish, () => this.url)
    this.subscriptions = new SimulatedSubscriptions(this.webhooks.publish, () => this.now)
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined)
      })
    })
  }

  static async start(): Promise<PayPalSimulator> {
    const simulator = new PayPalSimulator()
    simulator.#server.listen(0, '127.0.0.1')
    await once(simulator.#server, 'listening')
    return simulator
  }

  get url(): string {
    // Boundary: the server listens on a port.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The configuration of a client. */
  get config(): PayPalConfig {
    return {
      provider: 'paypal',
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      webhookId: WEBHOOK_ID,
      baseUrl: new URL(this.url),
    }
  }

  /** The variables of an app that uses it. */
  get env(): Record<string, string> {
    return {
      PAYPAL_CLIENT_ID: CLIENT_ID,
      PAYPAL_CLIENT_SECRET: CLIENT_SECRET,
      PAYPAL_WEBHOOK_ID: WEBHOOK_ID,
      PAYPAL_BASE_URL: this.url,
    }
  }

  /** The payer of an order, or the subscriber of a subscription, approves. */
  approve(id: string, payerId?: string): void {
    if (this.subscriptions.has(id)) this.subscriptions.approve(id, payerId)
    else this.orders.approve(id, payerId)
  }

  /** All access tokens become invalid. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    this.requests.push(`${request.method} ${request.path}`)
    const fault = this.faults.take(request.path)
    if (fault === 'unavailable') return send(response, { status: 503, body: { name: 'SERVICE_UNAVAILABLE' } })
    if (fault === 'rate_limited') return send(response, { status: 429, body: { name: 'RATE_LIMIT_REACHED' } })
    const answer = this.#answer(request)
    if (!spoil(response, fault)) send(response, answer)
  }

  #answer(request: Request): Answer {
    const requestId = request.headers.get('paypal-request-id')
    const key = requestId && `${request.path} ${requestId}`
    const earlier = key ? this.#answers.get(key) : undefined
    if (earlier) return { ...earlier, status: 200 }
    try {
      const answer = this.#route(request)
      if (key) this.#answers.set(key, answer)
      return answer
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: error.body }
      throw error
    }
  }

  #route(request: Request): Answer {
    if (request.path === '/v1/oauth2/token') return { status: 200, body: this.#issueToken(request) }
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    if (!this.#tokens.has(token)) throw new ApiError(401, 'AUTHENTICATION_FAILURE')
    return this.#routeOrder(request) ?? this.#routeSubscription(request) ?? notThere()
  }

  #issueToken({ text, headers }: Request): object {
    const credentials = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')
    if (headers.get('authorization') !== `Basic ${credentials}`)
      throw Object.assign(new ApiError(401, 'invalid_client'), {
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      })
    const token = simulatedId('A21AA', 40)
    const isForPages = new URLSearchParams(text).get('response_type') === 'client_token'
    if (!isForPages) this.#tokens.add(token)
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS }
  }

  #routeOrder({ method, path, text, headers }: Request): Answer | undefined {
    const [, id = '', action] = /^\/v2\/checkout\/orders(?:\/([\w-]+))?(?:\/(capture))?$/.exec(path) ?? []
    const [, captureId] = /^\/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(path) ?? []
    if (method === 'POST' && path === '/v2/checkout/orders')
      return { status: 201, body: this.orders.create(parse(text)) }
    if (method === 'GET' && id !== '' && action === undefined)
      return { status: 200, body: this.orders.get(id) }
    if (method === 'POST' && action === 'capture') return { status: 201, body: this.orders.capture(id) }
    if (method === 'POST' && captureId !== undefined)
      return { status: 201, body: this.orders.refund(captureId, parse(text), actingFor(headers)) }
    if (method === 'POST' && path === '/v1/notifications/verify-webhook-signature')
      return { status: 200, body: this.webhooks.verify(text) }
    return undefined
  }

  #routeSubscription({ method, path, query, text }: Request): Answer | undefined {
    const [, planId] = /^\/v1\/billing\/plans\/([\w-]+)$/.exec(path) ?? []
    const [, id, action] =
      /^\/v1\/billing\/subscriptions\/([\w-]+)(?:\/(cancel|transactions))?$/.exec(path) ?? []
    if (method === 'GET' && planId !== undefined)
      return { status: 200, body: this.subscriptions.getPlan(planId) }
    if (method === 'POST' && path === '/v1/billing/subscriptions')
      return { status: 201, body: this.subscriptions.create(parse(text)) }
    if (id === undefined) return undefined
    if (method === 'POST' && action === 'cancel') {
      this.subscriptions.cancel(id)
      return { status: 204 }
    }
    if (method !== 'GET') return undefined
    const body =
      action === 'transactions' ? this.subscriptions.listTransactions(id, query) : this.subscriptions.get(id)
    return { status: 200, body }
  }
}

function notThere(): never {
  throw noResource()
}

const assertionClaims = z.object({ iss: z.string(), email: z.string() })

/** Returns the payee of an assertion for our client. */
function actingFor(headers: Headers): string | undefined {
  const [, claims = ''] = (headers.get('paypal-auth-assertion') ?? '').split('.')
  const { data } = assertionClaims.safeParse(parse(Buffer.from(claims, 'base64url').toString()))
  return data?.iss === CLIENT_ID ? data.email : undefined
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  const body = await buffer(incoming)
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    text: body.toString(),
    headers,
  }
}

function parse(text: string): object | undefined {
  if (text === '') return undefined
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Answers in place of the simulator; false if the fault allows the answer. */
function spoil(response: ServerResponse, fault: Fault | undefined): boolean {
  if (fault === 'lost') response.socket?.destroy()
  else if (fault === 'broken') send(response, { status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } })
  else if (fault === 'garbled') response.writeHead(200).end('<html>')
  else return fault === 'hanging'
  return true
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
}
