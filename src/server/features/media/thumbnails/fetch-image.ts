import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { timeLimit } from '#server/concurrency/time-limit.ts'
import type { FetchRules } from './fetch-rules.ts'
import { UnusableImage } from './unusable-image.ts'

/**
 * Fetches the image at a user's URL without cookies or credentials. Resolves each host of the redirect chain once, checks
 * all its addresses, and connects only to the checked addresses (no DNS rebinding).
 * @throws {UnusableImage}
 */
export async function fetchImage(url: URL, rules: FetchRules, stop: AbortSignal): Promise<Buffer> {
  const { signal, end } = timeLimit(rules.timeoutMs, stop)
  try {
    return await readBody(await followRedirects(url, rules, signal), rules.maxBytes)
  } catch (error) {
    if (error instanceof UnusableImage) throw error
    throw new UnusableImage(signal.aborted ? 'tooSlow' : 'unreachable', error)
  } finally {
    end()
  }
}

/** Returns the 200 response at the end of the redirects. */
async function followRedirects(start: URL, rules: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
  if (!isAllowedUrl(start, rules)) throw new UnusableImage('address')
  let url = start
  for (let redirects = 0; redirects <= rules.maxRedirects && isAllowedUrl(url, rules); redirects++) {
    const response = await send(url, await resolveAllowed(url, rules, signal), signal)
    if (response.statusCode === 200) return response
    response.destroy()
    if (!isRedirect(response)) break
    url = new URL(response.headers.location ?? '', url)
  }
  throw new UnusableImage('unreachable')
}

/** Whether the URL is http(s) on an allowed port, without user name and password. */
function isAllowedUrl(url: URL, { ports }: FetchRules): boolean {
  const port = Number(url.port) || DEFAULT_PORTS.get(url.protocol)
  return port !== undefined && ports.includes(port) && url.username === '' && url.password === ''
}

const DEFAULT_PORTS = new Map([
  ['http:', 80],
  ['https:', 443],
])

async function resolveAllowed(url: URL, rules: FetchRules, signal: AbortSignal): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(host) === 0 ? await rules.resolve(host, signal) : [host]
  // A single internal address among public ones indicates an attack.
  if (addresses.length === 0 || !addresses.every((address) => rules.isAllowedAddress(address))) {
    throw new UnusableImage('unreachable')
  }
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

function send(url: URL, addresses: LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    // No keep-alive: a pooled connection may go to an address of an earlier look-up.
    const sentRequest = request(
      url,
      { agent: false, lookup: pinnedTo(addresses), headers: HEADERS, signal },
      resolve,
    )
    sentRequest.on('error', reject)
    // A 101 response causes neither a `response` nor an `error` event.
    sentRequest.on('close', () => reject(new Error('closed without a response')))
    sentRequest.end()
  })
}

const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'CreativeWave' }

/** A `lookup` that always returns the checked addresses, so that a second DNS response has no effect. */
function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else if (first) callback(null, first.address, first.family)
    else callback(new Error(`${host} has no address`), '')
  }
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined
}

function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const abortAbove = (bytes: number) => {
      if (bytes > maxBytes) response.destroy(new UnusableImage('tooLarge'))
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      abortAbove(size)
    })
    response.on('end', () => resolve(Buffer.concat(chunks)))
    response.on('error', reject)
    abortAbove(Number(response.headers['content-length'] ?? 0))
  })
}
