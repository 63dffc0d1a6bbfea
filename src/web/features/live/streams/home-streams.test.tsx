import { act, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { AnnouncedStreams } from './announced-streams.tsx'
import { HomeStreams, useHomeStreams } from './home-streams.tsx'

const announced = (index: number) =>
  testStream(index, { isLive: false, startedAt: null, scheduledFor: `2125-11-2${index}T19:04:00.000Z` })
const ended = (index: number) => testStream(index, { isLive: false, endedAt: '2025-11-21T20:00:00.000Z' })

type Lists = { live?: Stream[]; upcoming?: Stream[]; recent?: Stream[] }

function Home() {
  const streams = useHomeStreams()
  return (
    <>
      <HomeStreams
        streams={streams}
        Preview={() => null}
        renderReminder={({ id }) => <button type="button">Remind {id}</button>}
      >
        <p>The feed</p>
      </HomeStreams>
      <AnnouncedStreams streams={streams} />
    </>
  )
}

function show(lists: Lists, overrides: Parameters<typeof stubCalls>[0] = {}) {
  const server = TestSocketServer.listen()
  const calls = stubCalls({
    'GET /api/streams/live': () => Response.json(lists.live ?? []),
    'GET /api/streams/upcoming': () => Response.json(lists.upcoming ?? []),
    'GET /api/streams/recent': () => Response.json(lists.recent ?? []),
    ...overrides,
  })
  render(
    <DataTestProvider>
      <Home />
    </DataTestProvider>,
  )
  return { server, ...calls }
}

const feed = () => screen.getByText('The feed').parentElement
const feedIsShown = () => waitFor(() => expect(feed()?.className).not.toContain('invisible'))
const stage = () => screen.getByRole('region', { name: 'Live Creators' })

test('while nobody is live the strip has the next announced stream with its reminder, and the rail the others', async () => {
  show({ upcoming: [announced(1), announced(2)] })
  await feedIsShown()
  expect(within(stage()).getByRole('heading', { level: 3 }).textContent).toBe('The Stage is Set')
  const link = within(stage()).getByRole('link', { name: 'Stream 1' })
  expect(link.getAttribute('href')).toBe(`/stream/${announced(1).id}`)
  expect(stage().textContent).toContain('Wed, Nov 21, 7:04 PM · Adaeze Nwosu')
  expect(within(stage()).getByRole('button').textContent).toBe(`Remind ${announced(1).id}`)
  const rows = within(screen.getByRole('region', { name: 'Coming up' })).getAllByRole('link')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ANStream 2Adaeze NwosuStarts Thu, Nov 22, 7:04 PM',
  ])
})

test.each([
  ['no stream is announced', {}],
  [
    'the announced ones cannot be loaded',
    {
      'GET /api/streams/upcoming': () => errorResponse(500, {}),
      'GET /api/streams/recent': () => errorResponse(500, {}),
    },
  ],
])('while nobody is live and %s the strip offers to go live', async (_case, overrides) => {
  show({}, overrides)
  await feedIsShown()
  expect(within(stage()).getByText('No one is live right now. Be the first.')).toBeTruthy()
  expect(within(stage()).getByRole('button', { name: 'Go Live' })).toBeTruthy()
  for (const name of ['Coming up', 'Recent streams'])
    expect(screen.queryByRole('region', { name })).toBeNull()
})

test('while nobody is live the recent streams are cards', async () => {
  show({ recent: [ended(1), ended(2)] })
  await feedIsShown()
  const cards = within(screen.getByRole('region', { name: 'Recent streams' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Stream 1Adaeze Nwosu',
    'Stream 2Adaeze Nwosu',
  ])
})

test('with a live stream there is neither the strip nor a recent stream, and all announced ones are listed', async () => {
  show({ live: [testStream(1)], upcoming: [announced(2)], recent: [ended(3)] })
  await feedIsShown()
  expect(screen.getByRole('link', { name: /Stream 1/ })).toBeTruthy()
  expect(screen.queryByText('The Stage is Set')).toBeNull()
  expect(screen.queryByText('Stream 3')).toBeNull()
  expect(await screen.findByRole('link', { name: /Stream 2/ })).toBeTruthy()
})

test('a start replaces the strip, and the end of the last stream brings it back', async () => {
  const lists: Lists = { upcoming: [announced(1)] }
  const { server } = show(lists)
  await feedIsShown()
  act(() => server.accept())
  const change = (live: Stream[], upcoming: Stream[]) => {
    Object.assign(lists, { live, upcoming })
    act(() =>
      server.sendMessage({
        type: 'live_changed',
        streamId: announced(1).id,
        data: { isLive: live.length > 0 },
      }),
    )
  }
  change([testStream(1)], [])
  await waitFor(() => expect(screen.queryByText('The Stage is Set')).toBeNull())
  change([], [announced(2)])
  expect(await screen.findByText('The Stage is Set')).toBeTruthy()
})

test.each([
  { name: 'live', lists: { live: [testStream(1)] } },
  { name: 'upcoming', lists: { upcoming: [announced(1)] } },
  { name: 'recent', lists: { recent: [ended(1)] } },
])('the content below is invisible until the $name streams are loaded', async ({ name, lists }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { seen } = show(lists, {
    [`GET /api/streams/${name}`]: () => released.then(() => Response.json(Object.values(lists).flat())),
  })
  await waitFor(() => expect(seen).toHaveLength(3))
  expect(feed()?.className).toContain('invisible')
  expect(screen.getByRole('status').textContent).toContain('Loading')
  release()
  await feedIsShown()
  expect(screen.queryByRole('status')).toBeNull()
})
