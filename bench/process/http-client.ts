import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { runConcurrently } from './run-concurrently.ts'

/** Concurrent connections of `sendRequests`. */
export const CONCURRENCY = 8

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })

type TextResponse = { body: string; headers: IncomingHttpHeaders }

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
