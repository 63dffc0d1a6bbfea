import type { z } from 'zod/mini'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import type { Role } from './roles.ts'
import type { LimitKey } from '#shared/settings/limits.ts'

/**
 * The callers that may use an endpoint: 'anyone', 'member' (signed in), or a role and those above it; for everyone else
 * an endpoint for a role does not exist (404). Access to a single record is decided by the lookup (404 when hidden) and by
 * the handler (403 when visible but not the caller's to change).
 */
export type Access = 'anyone' | 'member' | Exclude<Role, 'user'>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/** One HTTP call, as shared by server routes, typed client and access test. */
export type Endpoint = {
  method: Method
  /** Fastify path with `:name` parameters, each of which is declared in `params`. */
  path: `/${string}`
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** The body size limit, if it is not the default one; a change of it takes effect at the next start. */
  bodyBytes?: LimitKey
  /**
   * Rate limit; 429 with `Retry-After` beyond it. Every call counts, failed ones too. A rate that depends on what the
   * call does is counted by its handler instead.
   */
  rate?: CallRate
  /** Publishes what others see: refused with 403 `timed_out` during a moderator's time-out of the caller. */
  publishes?: true
  /** Body of the success response. */
  response: Schema
  /** Status of the success response; 200 by default. */
  status?: 200 | 201
}

/** Declares an endpoint; `access` and `response` are required. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

export type ParamsOf<E extends Omit<Endpoint, 'response'>> = E['params'] extends Schema
  ? z.output<E['params']>
  : undefined
export type QueryOf<E extends Omit<Endpoint, 'response'>> = E['query'] extends Schema
  ? z.output<E['query']>
  : undefined
export type BodyOf<E extends Omit<Endpoint, 'response'>> = E['body'] extends Schema
  ? z.output<E['body']>
  : undefined
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** Arguments of a call: the input types of the schemas, before defaults and trimming. */
export type ArgumentsOf<E extends Endpoint> = (E['params'] extends Schema
  ? { params: z.input<E['params']> }
  : unknown) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: z.input<E['body']> } : unknown)
