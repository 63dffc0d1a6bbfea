import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { LiveGrid } from './live-grid.tsx'
import { RecentStreams } from './recent-streams.tsx'

const PATH = 'GET /api/streams/recent'
const show = (category?: 'Culinary Arts') =>
  render(
    <DataTestProvider>
      <RecentStreams category={category} />
    </DataTestProvider>,
  )

test('a row says what was on, when, and whose it was', async () => {
  stubCalls({ [PATH]: () => Response.json([testStream(1, { isLive: false, maxViewers: 12 })]) })
  show()
  const row = await screen.findByRole('link', { name: /Stream 1/ })
  for (const text of ['Adaeze Nwosu', 'Cooking & Culture', 'Peak of 12 viewers'])
    expect(row.textContent).toContain(text)
})

test('a movement’s streams are asked for by its name; there may be none', async () => {
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  show('Culinary Arts')
  expect(await screen.findByText('Nothing has been streamed in Culinary Arts yet.')).toBeTruthy()
  expect(seen).toEqual(['GET /api/streams/recent?category=Culinary+Arts&limit=6'])
})

test('a failure is said in words', async () => {
  stubCalls({ [PATH]: () => errorResponse(500, {}) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The streams could not be loaded')
})

test('who is live in a category stands alone, and an empty stage names it', async () => {
  const { seen } = stubCalls({ 'GET /api/streams/live': () => Response.json([]) })
  render(
    <DataTestProvider>
      <LiveGrid phone="column" category="Gaming" />
    </DataTestProvider>,
  )
  expect(await screen.findByText(/^No one is live in Gaming right now\./)).toBeTruthy()
  expect(seen).toEqual(['GET /api/streams/live?category=Gaming'])
})
