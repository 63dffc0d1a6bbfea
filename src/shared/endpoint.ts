import type { z } from 'zod/mini'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import type { Role } from './roles.ts'
import type { LimitKey } from '#shared/settings/limits.ts'

/**
 * Who may call an endpoint at all: a role stands for itself and those above it, and for everyone else the address does
 * not exist (404). What a caller may see of one record is decided by the lookup
 * (404 when hidden) and by the handler (403 when visible but not theirs to change).
 */
export type Access = 'anyone' | 'member' | Exclude<Role, 'user'>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/** One HTTP call: the single description that server routes, typed client and access test share. */
export type Endpoint = {
  method: Method
  /** Fastify path with `:name` parameters; every parameter stands in `params`. */
  path: `/${string}`
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** The limit of a body's bytes where that is another than the usual; a change of it holds from the next start on. */
  bodyBytes?: LimitKey
  /**
   * How often it may be called; 429 with `Retry-After` beyond. Each call counts, whatever becomes of it. A rate that
   * depends on what the call does is counted by its handler instead.
   */
  rate?: CallRate
  /** Body of the success answer. */
  response: Schema
  /** Status of the success answer; 200 when left out. */
  status?: 200 | 201
}

/** Declares an endpoint; `access` and `response` cannot be left out. */
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

/** What a caller passes: the schemas' input side, before defaults and trimming. */
export type ArgumentsOf<E extends Endpoint> = (E['params'] extends Schema
  ? { params: z.input<E['params']> }
  : unknown) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: z.input<E['body']> } : unknown)
