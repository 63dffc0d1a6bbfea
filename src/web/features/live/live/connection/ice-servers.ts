import { type IceServers, getIceServers } from '#shared/live/live.ts'
import { call } from '#web/api/call.ts'

/** Credentials that expire sooner than this, in ms, are not used for a new connection. */
const EXPIRY_MARGIN_MS = 10 * 60_000

/** Caches the site's TURN servers for new connections; loads them again before their credentials expire. */
export class IceServerCache {
  readonly #fetch: () => Promise<IceServers>
  #servers: Promise<RTCIceServer[]> | null = null
  #validUntil = Infinity

  constructor(fetchServers = () => call(getIceServers, {})) {
    this.#fetch = fetchServers
  }

  /** Never rejects: after a failed request it resolves to an empty list, as most connections need no TURN server. */
  load(): Promise<RTCIceServer[]> {
    if (!this.#servers || Date.now() > this.#validUntil) this.#servers = this.#load()
    return this.#servers
  }

  async #load(): Promise<RTCIceServer[]> {
    this.#validUntil = Infinity
    try {
      const { iceServers, expiresAt } = await this.#fetch()
      if (expiresAt) this.#validUntil = Date.parse(expiresAt) - EXPIRY_MARGIN_MS
      return iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      }))
    } catch (cause) {
      console.warn(cause)
      this.#servers = null
      return []
    }
  }
}

const cache = new IceServerCache()

/** The site's TURN servers for `RTCPeerConnection`; empty if the site has none or the request fails. */
export const loadIceServers = (): Promise<RTCIceServer[]> => cache.load()

/** A connection waits no longer for TURN servers, which it may not need. In ms. */
const MAX_WAIT_MS = 2000

/** Adds the ICE servers to a connection. Must run before `setLocalDescription`, which starts ICE gathering. */
export async function addIceServers(
  connection: RTCPeerConnection,
  load: (() => Promise<RTCIceServer[]>) | undefined,
  waitMs = MAX_WAIT_MS,
): Promise<void> {
  if (!load) return
  const iceServers = await withTimeout(load(), waitMs)
  if (iceServers.length === 0 || connection.signalingState === 'closed') return
  connection.setConfiguration({ ...connection.getConfiguration(), iceServers })
}

async function withTimeout(loading: Promise<RTCIceServer[]>, waitMs: number): Promise<RTCIceServer[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<RTCIceServer[]>((resolve) => {
    timer = setTimeout(() => resolve([]), waitMs)
  })
  const servers = await Promise.race([loading, timeout])
  clearTimeout(timer)
  return servers
}
