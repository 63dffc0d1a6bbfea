import * as z from 'zod/mini'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PayPalConfig } from '#server/payments/payments-config.ts'
import { toPaymentError } from './paypal-error.ts'

export type PayPalRequest<T extends z.ZodMiniType> = {
  method: 'GET' | 'POST'
  path: `/${string}`
  /** JSON; a string is sent as it is. */
  body?: object | string
  /** `PayPal-Request-Id`: PayPal answers a repeated request as it answered the first one. At most 108 characters. */
  requestId?: string
  /** `PayPal-Auth-Assertion`: the account of somebody else that the request is made for. */
  assertion?: string
  /** What is used of the response. */
  response: T
}

/** Without an answer for this long, a request counts as failed. A capture usually takes two to five seconds. */
const TIMEOUT_MS = 20_000
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000

/** `expiresAt` is infinite while the token is fetched. */
type Token = { value: Promise<string>; expiresAt: number }

/** Sends requests to PayPal's REST API, with an access token that is cached until shortly before it expires. */
export class PayPalClient {
  readonly #config: Pick<PayPalConfig, 'clientId' | 'clientSecret' | 'baseUrl'>
  readonly #timeoutMs: number
  /** Concurrent requests wait for one token. */
  #token: Token | undefined

  constructor(config: Pick<PayPalConfig, 'clientId' | 'clientSecret' | 'baseUrl'>, timeoutMs = TIMEOUT_MS) {
    this.#config = config
    this.#timeoutMs = timeoutMs
  }

  /** Returns the parsed response. Throws `PaymentError`. */
  async request<T extends z.ZodMiniType>(request: PayPalRequest<T>): Promise<z.output<T>> {
    const token = this.#getToken()
    const response = await this.#send(request, await token.value)
    if (response.status !== 401) return this.#parse(response, request)
    // The token was revoked before its time.
    if (this.#token === token) this.#token = undefined
    return this.#parse(await this.#send(request, await this.#getToken().value), request)
  }

  /** Returns a token that the browser's SDK starts with. */
  async createClientToken(): Promise<string> {
    const { access_token: token } = await this.#fetchToken({ response_type: 'client_token' })
    return token
  }

  #getToken(): Token {
    if (this.#token && Date.now() < this.#token.expiresAt - TOKEN_MARGIN_MS) return this.#token
    const response = this.#fetchToken()
    const token: Token = { value: response.then((fetched) => fetched.access_token), expiresAt: Infinity }
    this.#token = token
    response.then(
      ({ expires_in: seconds }) => (token.expiresAt = Date.now() + seconds * 1000),
      () => this.#token === token && (this.#token = undefined),
    )
    return token
  }

  async #fetchToken(options: Record<string, string> = {}): Promise<z.output<typeof tokenResponse>> {
    const { clientId, clientSecret } = this.#config
    const path = '/v1/oauth2/token'
    const response = await this.#fetch(path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...options }).toString(),
    })
    return this.#parse(response, { method: 'POST', path, response: tokenResponse })
  }

  #send(request: Omit<PayPalRequest<z.ZodMiniType>, 'response'>, token: string): Promise<ReceivedResponse> {
    const { method, path, body, requestId, assertion } = request
    return this.#fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // Otherwise responses have only ids and links.
        prefer: 'return=representation',
        ...(requestId && { 'paypal-request-id': requestId }),
        ...(assertion && { 'paypal-auth-assertion': assertion }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  async #fetch(path: string, init: RequestInit): Promise<ReceivedResponse> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      const response = await fetch(new URL(path, this.#config.baseUrl), {
        ...init,
        signal,
        redirect: 'error',
      })
      return { status: response.status, text: await response.text() }
    } catch (cause) {
      throw new PaymentError('unavailable', `PayPal did not answer ${init.method} ${path}`, { cause })
    }
  }

  #parse<T extends z.ZodMiniType>(
    { status, text }: ReceivedResponse,
    { method, path, response }: Pick<PayPalRequest<T>, 'method' | 'path' | 'response'>,
  ): z.output<T> {
    const json = parseJson(text)
    if (status >= 300) throw toPaymentError(`${method} ${path}`, status, json)
    const result = response.safeParse(json)
    if (result.success) return result.data
    // What was asked may have happened.
    throw new PaymentError('unavailable', `PayPal's answer to ${method} ${path} is not understood`, {
      cause: result.error,
    })
  }
}

type ReceivedResponse = { status: number; text: string }

const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number() })

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
