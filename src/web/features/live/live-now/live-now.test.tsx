import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { LiveNow } from './live-now.tsx'

afterEach(() => queryClient.clear())

const stream = testStream(1, { title: 'Sunday choir', isLive: true })

const page = (streamId: string | null) => (
  <DataTestProvider>
    <LiveNow streamId={streamId} />
  </DataTestProvider>
)

test('the row announces the title, and leads to the stream until it ends', async () => {
  stubCalls({ [`GET /api/streams/${stream.id}`]: () => Response.json(stream) })
  const { rerender } = render(page(null))
  expect(screen.queryByRole('link')).toBeNull()
  rerender(page(stream.id))
  const link = await screen.findByRole('link', { name: 'Live now: Sunday choir Watch' })
  expect(link.getAttribute('href')).toBe(`/stream/${stream.id}`)
  expect(link.closest('[aria-live="polite"]')).toBeTruthy()
  rerender(page(null))
  expect(screen.queryByRole('link')).toBeNull()
})

test('without its title the row still leads to the stream', async () => {
  stubCalls({ [`GET /api/streams/${stream.id}`]: () => Response.json({}, { status: 500 }) })
  render(page(stream.id))
  expect(await screen.findByRole('link', { name: 'Live now Watch' })).toBeTruthy()
})
