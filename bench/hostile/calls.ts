import { readdir } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { HOSTILE, HOSTILE_BODIES, HOSTILE_QUESTIONS } from './strings.ts'

/** One request; `name` says what is hostile about it. */
export type Call = {
  name: string
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}
type Json = { type?: string; properties?: Record<string, Json>; format?: string; enum?: unknown[] } & {
  anyOf?: Json[]
  items?: Json
  minimum?: number
  const?: unknown
}
type Ids = { userId: string; postId: string; streamId: string }

/** Units of a text: what the fields take, what is just too long for them, and what a body takes. */
const SIZES = [500, 5000, 20_000, 50_000, 290_000]
/** Units of a text in an address, of which Node reads 16 KB with all headers. */
const QUERY_SIZES = [50, 200, 1500]
const BODY_BYTES = 1_000_000

/** Every endpoint of the contract. */
export async function endpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../src/shared/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  const modules: unknown[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  return modules.flatMap((module) => valuesOf(module).map(([, value]) => value)).filter(isEndpoint)
}

/** All hostile calls of an endpoint: its fields one by one, its query, and bodies that are none of its own. */
export function* callsOf(endpoint: Endpoint, ids: Ids): Generator<Call> {
  const { method } = endpoint
  const path = pathOf(endpoint, ids)
  const name = `${method} ${endpoint.path}`
  const call = (what: string, rest: Partial<Call>): Call => ({
    name: `${name}: ${what}`,
    method,
    path,
    ...rest,
  })
  if (endpoint.query) {
    const query = schemaOf(endpoint.query)
    for (const key of Object.keys(query.properties ?? {})) {
      for (const [what, text] of hostileTexts(QUERY_SIZES))
        yield call(`${key} of ${what}`, { path: withQuery(path, query, { [key]: text }) })
      if (key !== 'q') continue
      for (const text of HOSTILE_QUESTIONS)
        yield call(`q=${text.slice(0, 30)}`, { path: withQuery(path, query, { q: text }) })
    }
  }
  if (endpoint.body) {
    const schema = schemaOf(endpoint.body)
    const sample = sampleOf(schema, ids)
    for (const leaf of leavesOf(schema))
      for (const [what, text] of hostileTexts(SIZES))
        yield call(`${leaf.join('.')} of ${what}`, { body: JSON.stringify(replaced(sample, leaf, text)) })
  }
  if (endpoint.body || method !== 'GET')
    for (const [what, make] of Object.entries(HOSTILE_BODIES)) yield call(what, { body: make(BODY_BYTES) })
}

/** Requests that are hostile in their headers or address. */
export function* otherCalls(): Generator<Call> {
  const headers: Record<string, string> = {
    cookie: Array.from({ length: 2500 }, (_, at) => `a${at}`)
      .join(';')
      .slice(0, 15_000),
    'accept-encoding': 'gzip;q=0.1,'.repeat(1300),
    'accept-language': 'en;q=0.1,'.repeat(1600),
    'if-none-match': '"a",'.repeat(3500),
    range: `bytes=${'0-1,'.repeat(3500)}`,
    authorization: `Bearer ${'a.'.repeat(7000)}`,
    'x-forwarded-for': '1.1.1.1,'.repeat(1800),
    'content-type': `application/json;${'a=b;'.repeat(3500)}`,
  }
  for (const path of ['/', '/api/auth/user', '/files/media/a.webp', '/whip', '/api/contact'])
    for (const [name, value] of Object.entries(headers)) {
      const isPost = path === '/whip' || path === '/api/contact'
      const sent = {
        'content-type': path === '/whip' ? 'application/sdp' : 'application/json',
        [name]: value,
      }
      const method = isPost ? 'POST' : 'GET'
      yield {
        name: `${method} ${path}: long ${name}`,
        method,
        path,
        headers: sent,
        ...(isPost && { body: '{}' }),
      }
    }
  for (const part of ['/a', '/%41', '//', '/..', '%2f', '?a=b&', '&a[b]=c', ';'])
    for (const root of ['/api/streams/', '/post/', '/files/media/', '/nowhere'])
      yield { name: `GET ${root} and ${part}`, method: 'GET', path: root + part.repeat(14_000 / part.length) }
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

function pathOf({ path }: Endpoint, { userId, postId, streamId }: Ids): string {
  const id = path.startsWith('/api/posts') || path.startsWith('/api/comments') ? postId : streamId
  return path.replace(/:(userId|streamerId)/g, userId).replace(/:\w+/g, id)
}

function hostileTexts(sizes: readonly number[]): [string, string][] {
  return sizes.flatMap((size) =>
    Object.entries(HOSTILE).map(([what, make]): [string, string] => [`${size} ${what}`, make(size)]),
  )
}

// Boundary: the library makes JSON Schema, of which this reads a small part.
const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** Paths of all values that are no objects; of a list its first item. */
function leavesOf(schema: Json, path: string[] = []): string[][] {
  const { properties, anyOf, items } = chosen(schema)
  if (properties) return Object.entries(properties).flatMap(([key, each]) => leavesOf(each, [...path, key]))
  if (items) return leavesOf(items, [...path, '0'])
  return anyOf ? [] : [path]
}

/** Of several forms the first that is not null. */
function chosen(schema: Json): Json {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

/** A body that is taken, as far as the schema says. */
function sampleOf(schema: Json, ids: Ids): unknown {
  const { type, properties, format, enum: values, items, minimum, const: value } = chosen(schema)
  if (value !== undefined) return value
  if (values) return values.find((each) => each !== '')
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, sampleOf(each, ids)]))
  if (items) return []
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'string':
      return SAMPLES[format ?? ''] ?? (format === 'uuid' ? ids.streamId : 'Sannu da zuwa')
    default:
      return undefined
  }
}

const SAMPLES: Record<string, string> = {
  email: 'somebody@example.org',
  uri: 'https://example.org/',
  'date-time': '2030-01-01T00:00:00.000Z',
}

function replaced(sample: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text
  if (key === '0') return [replaced(undefined, rest, text)]
  const inner = valuesOf(sample)
  const old = inner.find(([name]) => name === key)?.[1]
  return { ...Object.fromEntries(inner), [key]: replaced(old, rest, text) }
}

function valuesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function withQuery(path: string, query: Json, given: Record<string, string>): string {
  const needed = query.properties?.['q'] ? { q: 'word1' } : {}
  const encoded = Object.entries({ ...needed, ...given }).map(
    ([key, value]) => `${key}=${encodeURIComponent(value.replace(/\p{Cs}/gu, '')).slice(0, 14_000)}`,
  )
  return `${path}?${encoded.join('&')}`
}
