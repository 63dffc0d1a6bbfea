import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import { type FetchRules, PUBLIC_WEB } from './fetch-rules.ts'
import { isPublicAddress } from './public-address.ts'

/** Somebody else's site on this machine. */
export type TestSite = {
  url: string
  port: number
  /** What was asked of it. */
  requests: IncomingMessage[]
  close(): Promise<void>
}

export async function startSite(
  answer: RequestListener,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<TestSite> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
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

/** The product's rules, but for one site on this machine, which counts as outside, and for the names given here. */
export function rulesFor(site: TestSite, overrides: Partial<FetchRules> = {}): FetchRules {
  return {
    ...PUBLIC_WEB,
    isOuter: (address) => address === '127.0.0.1' || isPublicAddress(address),
    ports: [site.port],
    ...overrides,
  }
}
