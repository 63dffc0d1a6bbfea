import { MEMBER_HEADER } from '#shared/constants.ts'
import type { ArgumentsOf, Endpoint, ResponseOf } from '#shared/endpoint.ts'
import { ApiError } from './api-error.ts'
import { pageUser } from './page-user.ts'

type Loose = { params?: object; query?: object; body?: unknown }
type CallOptions = { signal?: AbortSignal }

/**
 * Calls an endpoint of the contract. Throws `ApiError` for every answer other than success, and whatever
 * `fetch` throws when there is no network.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: ArgumentsOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  return (await send(endpoint, args, options)).body
}

/** One page of a list; `next` is the cursor of the page after it, null at the list's end. */
export type ListPage<List> = { items: List; next: string | null }

/** As `call`, for an endpoint that answers a list in pages. */
export async function callList<E extends Endpoint>(
  endpoint: E,
  args: ArgumentsOf<E>,
): Promise<ListPage<ResponseOf<E>>> {
  const { body, headers } = await send(endpoint, args, {})
  const [, next] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? []
  return { items: body, next: next ? new URL(next, location.href).searchParams.get('cursor') : null }
}

async function send<E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>, options: CallOptions) {
  // Boundary: `ArgumentsOf` builds its keys from the endpoint, which a generic body cannot see.
  const { params, query, body } = args as Loose
  const response = await fetch(addressOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      ...memberOf(endpoint),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...options,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, text, retryAfterOf(response))
  // Boundary: the server serialises by the very schema that this type is made from.
  return { body: JSON.parse(text) as ResponseOf<E>, headers: response.headers }
}

/** The server says it in seconds; a proxy may say a date, which is not ours. */
function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isInteger(seconds) ? seconds : null
}

/** Who acts: a tab that was left open does nothing in the name of whom another tab has signed in since. */
function memberOf({ method }: Endpoint): Record<string, string> {
  const id = method === 'GET' ? undefined : pageUser.get().user?.id
  return id === undefined ? {} : { [MEMBER_HEADER]: id }
}

function addressOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}
