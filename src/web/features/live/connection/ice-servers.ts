import { type IceServers, getIceServers } from '#shared/live.ts'
import { call } from '#web/api/call.ts'

/** Credentials that end so soon are not begun with. In ms. */
const MARGIN_MS = 10 * 60_000
/** The site's TURN servers for new connections: asked for once, and again before their credentials end. */
export class IceServerCache {
  readonly #ask: () => Promise<IceServers>
  #answer: Promise<RTCIceServer[]> | null = null
  #until = Infinity

  constructor(ask = () => call(getIceServers, {})) {
    this.#ask = ask
  }

  /** Never rejects: without an answer a connection goes on without them, as most do. */
  load(): Promise<RTCIceServer[]> {
    if (!this.#answer || Date.now() > this.#until) this.#answer = this.#load()
    return this.#answer
  }

  async #load(): Promise<RTCIceServer[]> {
    this.#until = Infinity
    try {
      const { iceServers, expiresAt } = await this.#ask()
      if (expiresAt) this.#until = Date.parse(expiresAt) - MARGIN_MS
      return iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      }))
    } catch (cause) {
      console.warn(cause)
      this.#answer = null
      return []
    }
  }
}

const cache = new IceServerCache()

/** The site's TURN servers, for `RTCPeerConnection`; none where there are none or they cannot be had. */
export const loadIceServers = (): Promise<RTCIceServer[]> => cache.load()

/** A picture does not wait longer for a way round a firewall that may not be there. In ms. */
const WAIT_MS = 2000

/** Gives a connection its servers; before its own description is set, which is when it looks for ways. */
export async function addIceServers(
  connection: RTCPeerConnection,
  load: (() => Promise<RTCIceServer[]>) | undefined,
  waitMs = WAIT_MS,
): Promise<void> {
  if (!load) return
  const iceServers = await inTime(load(), waitMs)
  if (iceServers.length === 0 || connection.signalingState === 'closed') return
  connection.setConfiguration({ ...connection.getConfiguration(), iceServers })
}

async function inTime(loading: Promise<RTCIceServer[]>, waitMs: number): Promise<RTCIceServer[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<RTCIceServer[]>((resolve) => {
    timer = setTimeout(() => resolve([]), waitMs)
  })
  const servers = await Promise.race([loading, late])
  clearTimeout(timer)
  return servers
}
