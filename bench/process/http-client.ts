import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { runConcurrently } from './run-concurrently.ts'

/** Concurrent connections of `sendRequests`. */
export const CONCURRENCY = 8

/** The maximum idle time of a connection between two requests. */
const IDLE_CONNECTION_MS = 60_000
const agent = keepAliveAgent(CONCURRENCY)

type TextResponse = { body: string; headers: IncomingHttpHeaders }

/**
 * Returns an agent whose connections are reused, and closed by this side first: before the server's limit, which its responses
 * announce. Node respects the announcement only if the agent has a limit too. Otherwise a request on a connection that the server is
 * closing fails with 'socket hang up'.
 */
export function keepAliveAgent(maxSockets: number): Agent {
  return new Agent({ keepAlive: true, maxSockets, timeout: IDLE_CONNECTION_MS })
}

/** Sends one request over a keep-alive connection. Throws for a status other than 200 and 201. */
export function sendRequest(
  url: string,
  options: { cookie?: string; method?: string; body?: object } = {},
): Promise<TextResponse> {
  const { cookie, method = 'GET', body } = options
  const headers = { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const sentRequest = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isSuccess = response.statusCode === 200 || response.statusCode === 201
        if (isSuccess) resolve({ body: text, headers: response.headers })
        else reject(new Error(`${url} returned ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    sentRequest.on('error', reject)
    sentRequest.end(body && JSON.stringify(body))
  })
}

/** Sends `count` GET requests, `CONCURRENCY` at a time. */
export function sendRequests(url: string, cookie: string | undefined, count: number): Promise<void> {
  return runConcurrently(CONCURRENCY, count, () => sendRequest(url, cookie ? { cookie } : {}))
}

/** Closes the keep-alive connections. */
export function closeConnections(): void {
  agent.destroy()
}
