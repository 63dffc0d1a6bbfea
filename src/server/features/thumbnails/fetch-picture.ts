import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { timeLimit } from '#server/concurrency/time-limit.ts'
import type { FetchRules } from './fetch-rules.ts'
import { UnusablePicture } from './unusable-picture.ts'

/**
 * Fetches what a member's address leads to, as a stranger without cookies would see it. Every host on the way is
 * looked up once, all its addresses are checked, and the connection goes to those addresses and no others.
 * @throws {UnusablePicture}
 */
export async function fetchPicture(address: URL, rules: FetchRules, stop: AbortSignal): Promise<Buffer> {
  const { signal, end } = timeLimit(rules.timeoutMs, stop)
  try {
    return await readBody(await follow(address, rules, signal), rules.maxBytes)
  } catch (error) {
    if (error instanceof UnusablePicture) throw error
    throw new UnusablePicture(signal.aborted ? 'tooSlow' : 'unreachable', error)
  } finally {
    end()
  }
}

/** The answer at the end of the redirects. */
async function follow(start: URL, rules: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
  if (!isPlain(start, rules)) throw new UnusablePicture('address')
  let url = start
  for (let redirects = 0; redirects <= rules.maxRedirects && isPlain(url, rules); redirects++) {
    const response = await send(url, await checkedAddresses(url, rules, signal), signal)
    if (response.statusCode === 200) return response
    response.destroy()
    if (!isRedirect(response)) break
    url = new URL(response.headers.location ?? '', url)
  }
  throw new UnusablePicture('unreachable')
}

/** A web address on a usual port that carries no name and password. */
function isPlain(url: URL, { ports }: FetchRules): boolean {
  const port = Number(url.port) || DEFAULT_PORTS.get(url.protocol)
  return port !== undefined && ports.includes(port) && url.username === '' && url.password === ''
}

const DEFAULT_PORTS = new Map([
  ['http:', 80],
  ['https:', 443],
])

async function checkedAddresses(url: URL, rules: FetchRules, signal: AbortSignal): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(host) === 0 ? await rules.resolve(host, signal) : [host]
  // One inner address among outer ones is no accident.
  if (addresses.length === 0 || !addresses.every((address) => rules.isOuter(address))) {
    throw new UnusablePicture('unreachable')
  }
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

function send(url: URL, addresses: LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    // A connection of its own: one that is kept open may lead where an earlier look-up did.
    const sent = request(
      url,
      { agent: false, lookup: pinnedTo(addresses), headers: HEADERS, signal },
      resolve,
    )
    sent.on('error', reject)
    // An answer that switches protocols comes neither as a response nor as an error.
    sent.on('close', () => reject(new Error('closed without an answer')))
    sent.end()
  })
}

const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'CreativeWave' }

/** Answers every look-up with the addresses that were checked, so that a second answer of the name server can't matter. */
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
    const cutAbove = (bytes: number) => {
      if (bytes > maxBytes) response.destroy(new UnusablePicture('tooLarge'))
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      cutAbove(size)
    })
    response.on('end', () => resolve(Buffer.concat(chunks)))
    response.on('error', reject)
    cutAbove(Number(response.headers['content-length'] ?? 0))
  })
}
