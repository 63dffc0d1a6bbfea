import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { LiveGrid } from './live-grid.tsx'
import { RecentStreams } from './recent-streams.tsx'

const PATH = 'GET /api/streams/recent'
const show = (category?: 'Culinary Arts') =>
  render(
    <DataTestProvider>
      <RecentStreams category={category} />
    </DataTestProvider>,
  )

test('a row shows title, streamer, category and peak of a past stream', async () => {
  stubCalls({ [PATH]: () => Response.json([testStream(1, { isLive: false, peakViewers: 12 })]) })
  show()
  const row = await screen.findByRole('link', { name: /Stream 1/ })
  for (const text of ['Adaeze Nwosu', 'Cooking & Culture', 'Peak of 12 viewers'])
    expect(row.textContent).toContain(text)
})

test('the streams of a movement are requested by its name, with a text if there are none', async () => {
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  show('Culinary Arts')
  expect(await screen.findByText('Nothing has been streamed in Culinary Arts yet.')).toBeTruthy()
  expect(seen).toEqual(['GET /api/streams/recent?category=Culinary+Arts&limit=6'])
})

test('a failure shows an error', async () => {
  stubCalls({ [PATH]: () => errorResponse(500, {}) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The streams could not be loaded')
})

test('the live streams of a category are requested by its name, and the empty state contains it', async () => {
  const { seen } = stubCalls({ 'GET /api/streams/live': () => Response.json([]) })
  render(
    <DataTestProvider>
      <LiveGrid Preview={() => null} phone="column" category="Gaming" />
    </DataTestProvider>,
  )
  expect(await screen.findByText(/^No one is live in Gaming right now\./)).toBeTruthy()
  expect(seen).toEqual(['GET /api/streams/live?category=Gaming'])
})
