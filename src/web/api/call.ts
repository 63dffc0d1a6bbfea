import { LIST_VERSION_HEADER, USER_ID_HEADER } from '#shared/constants.ts'
import type { ArgumentsOf, Endpoint, ResponseOf } from '#shared/endpoint.ts'
import { ApiError } from './api-error.ts'
import { pageUser } from './page-user.ts'

type AnyArguments = { params?: object; query?: object; body?: unknown }
/** `keepalive`: the call outlives the page. */
type CallOptions = { signal?: AbortSignal; keepalive?: boolean }

/**
 * Calls an endpoint of the contract. Throws `ApiError` for an error response, and the error of `fetch` for a network
 * failure.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: ArgumentsOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  return (await send(endpoint, args, options)).body
}

/**
 * One page of a list; `next` is the cursor of the next page, null on the last page. `snapshot` is where a subscription to the
 * list continues: its version, or the id of the newest item of a first page.
 */
export type ListPage<List> = { items: List; next: string | null; snapshot: Snapshot }
/** Where loaded data ends: the cursor of its newest item, and when it was loaded, in ms since 1970. */
export type Snapshot = { cursor: string | null; at: number }

/** Like `call`, for a paginated endpoint. */
export async function callList<E extends Endpoint>(
  endpoint: E,
  args: ArgumentsOf<E>,
): Promise<ListPage<ResponseOf<E>>> {
  const { body, headers } = await send(endpoint, args, {})
  const [, next] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? []
  return {
    items: body,
    next: next ? new URL(next, location.href).searchParams.get('cursor') : null,
    snapshot: { cursor: headers.get(LIST_VERSION_HEADER) ?? firstIdOf(body), at: Date.now() },
  }
}

function firstIdOf(items: unknown): string | null {
  const first: unknown = Array.isArray(items) ? items[0] : undefined
  const isItem = typeof first === 'object' && first !== null && 'id' in first
  return isItem && typeof first.id === 'string' ? first.id : null
}

async function send<E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>, options: CallOptions) {
  // Boundary: `ArgumentsOf` has these keys for every endpoint, but TypeScript cannot resolve it for a generic one.
  const { params, query, body } = args as AnyArguments
  const response = await fetch(urlOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      ...userHeader(endpoint),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...options,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, text, retryAfterOf(response))
  // Boundary: the server serialises by the schema that this type is inferred from.
  return { body: JSON.parse(text) as ResponseOf<E>, headers: response.headers }
}

/** Returns seconds, as the API sends them; null for a date, which only a proxy sends. */
function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isInteger(seconds) ? seconds : null
}

/** Names the user of the page: the server refuses the call if another user has signed in in another tab since. */
function userHeader({ method }: Endpoint): Record<string, string> {
  const id = method === 'GET' ? undefined : pageUser.get().user?.id
  return id === undefined ? {} : { [USER_ID_HEADER]: id }
}

function urlOf(path: string, params: object = {}, query: object = {}): string {
  const valueByName = new Map(Object.entries(params))
  const pathname = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(valueByName.get(name))),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${pathname}?${search}` : pathname
}
