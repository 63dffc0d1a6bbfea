import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { queryClient } from './query-client.ts'

type Handler = (call: { url: URL; body: unknown }) => Response | Promise<Response>

/**
 * Stubs the server in a rendered test, with a handler per method and path ('GET /api/streams/live'). Clears the query
 * cache when the test is finished.
 */
export function stubCalls(handlers: Record<string, Handler>): { seen: string[]; bodies: unknown[] } {
  onTestFinished(() => queryClient.clear())
  const seen: string[] = []
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(path, 'http://site.test')
    const parsedBody: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    seen.push(`${method} ${url.pathname}${url.search}`)
    bodies.push(parsedBody)
    const handler = handlers[`${method} ${url.pathname}`]
    if (!handler) throw new Error(`no handler for ${method} ${path}`)
    return handler({ url, body: parsedBody })
  })
  return { seen, bodies }
}

/** An error response of the API. */
export function errorResponse(status: number, body: object): Response {
  return Response.json({ message: 'It went wrong.', code: 'internal', ...body }, { status })
}

/** The providers of a page that loads data. */
export function DataTestProvider({ children }: { children: ReactNode }) {
  return (
    <I18nTestProvider>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </I18nTestProvider>
  )
}
