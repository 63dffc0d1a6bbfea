import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { sideBySide } from '../process/side-by-side.ts'

/** Connections that ask at once. */
export const AT_ONCE = 8

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

type Answer = { body: string; headers: IncomingHttpHeaders }

/** Asks once, over a connection that is kept. Throws for anything but success. */
export function ask(
  url: string,
  options: { cookie?: string; method?: string; body?: object } = {},
): Promise<Answer> {
  const { cookie, method = 'GET', body } = options
  const headers = { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isFine = response.statusCode === 200 || response.statusCode === 201
        if (isFine) resolve({ body: text, headers: response.headers })
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** Asks so many times, `AT_ONCE` side by side. */
export function askOften(url: string, cookie: string | undefined, times: number): Promise<void> {
  return sideBySide(AT_ONCE, times, () => ask(url, cookie ? { cookie } : {}))
}

/** Lets go of the connections. */
export function closeConnections(): void {
  agent.destroy()
}
