import { readdir } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { HOSTILE_TEXTS, HOSTILE_BODIES, HOSTILE_SEARCHES } from './strings.ts'

/** One hostile request; `name` describes it. */
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

/** UTF-16 units of a text in a body: within the limits of the fields, above them, and as long as a body may be. */
const TEXT_SIZES = [500, 5000, 20_000, 50_000, 290_000]
/** UTF-16 units of a text in a query. Node reads at most 16 KB of URL and headers. */
const QUERY_SIZES = [50, 200, 1500]
const BODY_BYTES = 1_000_000

/** Loads every endpoint of the contract. */
export async function loadEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../src/shared/', import.meta.url)
  const files = await readdir(folder, { recursive: true })
  const modules: unknown[] = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => import(new URL(file, folder).href)),
  )
  return modules.flatMap((module) => entriesOf(module).map(([, value]) => value)).filter(isEndpoint)
}

/** All hostile calls of an endpoint: hostile texts in each query parameter and body field, and hostile bodies. */
export function* hostileCallsOf(endpoint: Endpoint, ids: Ids): Generator<Call> {
  const { method } = endpoint
  const path = samplePath(endpoint, ids)
  const name = `${method} ${endpoint.path}`
  const call = (label: string, rest: Partial<Call>): Call => ({
    name: `${name}: ${label}`,
    method,
    path,
    ...rest,
  })
  if (endpoint.query) {
    const query = schemaOf(endpoint.query)
    for (const key of Object.keys(query.properties ?? {})) {
      for (const [label, text] of hostileTexts(QUERY_SIZES))
        yield call(`${key} of ${label}`, { path: withQuery(path, query, { [key]: text }) })
      if (key !== 'q') continue
      for (const text of HOSTILE_SEARCHES)
        yield call(`q=${text.slice(0, 30)}`, { path: withQuery(path, query, { q: text }) })
    }
  }
  if (endpoint.body) {
    const schema = schemaOf(endpoint.body)
    const sample = sampleOf(schema, ids)
    for (const leaf of leafPaths(schema))
      for (const [label, text] of hostileTexts(TEXT_SIZES))
        yield call(`${leaf.join('.')} of ${label}`, { body: JSON.stringify(withValueAt(sample, leaf, text)) })
  }
  if (endpoint.body || method !== 'GET')
    for (const [label, make] of Object.entries(HOSTILE_BODIES)) yield call(label, { body: make(BODY_BYTES) })
}

/** Requests with hostile headers or URLs. */
export function* hostileRequests(): Generator<Call> {
  const headers: Record<string, string> = {
    cookie: Array.from({ length: 2500 }, (_, index) => `a${index}`)
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
      const requestHeaders = {
        'content-type': path === '/whip' ? 'application/sdp' : 'application/json',
        [name]: value,
      }
      const method = isPost ? 'POST' : 'GET'
      yield {
        name: `${method} ${path}: long ${name}`,
        method,
        path,
        headers: requestHeaders,
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

function samplePath({ path }: Endpoint, { userId, postId, streamId }: Ids): string {
  const id = path.startsWith('/api/posts') || path.startsWith('/api/comments') ? postId : streamId
  return path.replace(/:(userId|streamerId)/g, userId).replace(/:\w+/g, id)
}

function hostileTexts(sizes: readonly number[]): [string, string][] {
  return sizes.flatMap((size) =>
    Object.entries(HOSTILE_TEXTS).map(([label, make]): [string, string] => [`${size} ${label}`, make(size)]),
  )
}

// Boundary: the library returns JSON Schema, of which `Json` declares a small part.
const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** Paths of all values that are not objects; of an array, those of its first item. */
function leafPaths(schema: Json, path: string[] = []): string[][] {
  const { properties, anyOf, items } = firstVariant(schema)
  if (properties) return Object.entries(properties).flatMap(([key, each]) => leafPaths(each, [...path, key]))
  if (items) return leafPaths(items, [...path, '0'])
  return anyOf ? [] : [path]
}

/** The first variant of a union that is not null. */
function firstVariant(schema: Json): Json {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

/** A value that is valid by the schema. */
function sampleOf(schema: Json, ids: Ids): unknown {
  const { type, properties, format, enum: values, items, minimum, const: value } = firstVariant(schema)
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

function withValueAt(sample: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text
  if (key === '0') return [withValueAt(undefined, rest, text)]
  const inner = entriesOf(sample)
  const old = inner.find(([name]) => name === key)?.[1]
  return { ...Object.fromEntries(inner), [key]: withValueAt(old, rest, text) }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function withQuery(path: string, query: Json, given: Record<string, string>): string {
  const required = query.properties?.['q'] ? { q: 'word1' } : {}
  const encoded = Object.entries({ ...required, ...given }).map(
    ([key, value]) => `${key}=${encodeURIComponent(value.replace(/\p{Cs}/gu, '')).slice(0, 14_000)}`,
  )
  return `${path}?${encoded.join('&')}`
}
