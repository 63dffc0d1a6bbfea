import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { queryClient } from './query-client.ts'

type Answer = (call: { url: URL; body: unknown }) => Response | Promise<Response>

/**
 * Stands in for the server in a rendered test: answers by method and path ('GET /api/streams/live'). What was loaded
 * is forgotten when the test is over.
 */
export function answerCalls(answers: Record<string, Answer>): { seen: string[]; bodies: unknown[] } {
  onTestFinished(() => queryClient.clear())
  const seen: string[] = []
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(address, 'http://site.test')
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    seen.push(`${method} ${url.pathname}${url.search}`)
    bodies.push(sent)
    const answer = answers[`${method} ${url.pathname}`]
    if (!answer) throw new Error(`nobody answers ${method} ${address}`)
    return answer({ url, body: sent })
  })
  return { seen, bodies }
}

/** An error as the server words it. */
export function refusal(status: number, body: object): Response {
  return Response.json({ message: 'It went wrong.', code: 'internal', ...body }, { status })
}

/** What stands around every page that loads data. */
export function DataTestProvider({ children }: { children: ReactNode }) {
  return (
    <I18nTestProvider>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </I18nTestProvider>
  )
}
