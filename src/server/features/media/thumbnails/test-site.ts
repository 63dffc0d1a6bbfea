import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import { type FetchRules, PUBLIC_WEB_RULES } from './fetch-rules.ts'
import { isPublicAddress } from './public-address.ts'

/** A local HTTP server in the role of an external site. */
export type TestSite = {
  url: string
  port: number
  /** All requests that it has received. */
  requests: IncomingMessage[]
  close(): Promise<void>
}

export async function startTestSite(
  handle: RequestListener,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<TestSite> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    handle(request, response)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host}:${bound}`,
    port: bound,
    requests,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The rules of production, except that the test site is allowed, and with the given overrides. */
export function fetchRulesFor(site: TestSite, overrides: Partial<FetchRules> = {}): FetchRules {
  return {
    ...PUBLIC_WEB_RULES,
    isAllowedAddress: (address) => address === '127.0.0.1' || isPublicAddress(address),
    ports: [site.port],
    ...overrides,
  }
}
