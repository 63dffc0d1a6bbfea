import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { ComingUp } from './coming-up.tsx'
import { LiveGrid } from './live-grid.tsx'

const PATH = 'GET /api/streams/upcoming'
const announced = (index: number) =>
  testStream(index, { isLive: false, startedAt: null, scheduledFor: `2125-11-2${index}T19:04:00.000Z` })

const show = (category?: 'Gaming') =>
  render(
    <DataTestProvider>
      <ComingUp category={category} />
    </DataTestProvider>,
  )

test('an upcoming stream has its streamer and its time, and the list has more pages', async () => {
  TestSocketServer.listen()
  const { seen } = stubCalls({
    [PATH]: ({ url }) =>
      url.searchParams.has('cursor')
        ? Response.json([announced(3)])
        : Response.json([announced(1), announced(2)], {
            headers: { link: '</api/streams/upcoming?cursor=second>; rel="next"' },
          }),
  })
  show('Gaming')
  const row = await screen.findByRole('link', { name: /Stream 1/ })
  for (const text of ['Adaeze Nwosu', 'Starts Nov 21, 2125']) expect(row.textContent).toContain(text)
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByRole('link', { name: /Stream 3/ })
  expect(seen[0]).toBe('GET /api/streams/upcoming?category=Gaming&limit=3')
})

test('without announced streams nothing is rendered', async () => {
  TestSocketServer.listen()
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  const { container } = show()
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test('a started stream is removed from the list', async () => {
  const server = TestSocketServer.listen()
  let streams = [announced(1)]
  stubCalls({ [PATH]: () => Response.json(streams) })
  show()
  await screen.findByRole('link', { name: /Stream 1/ })
  streams = []
  act(() => server.accept())
  act(() => server.sendMessage({ type: 'live_changed', streamId: announced(1).id, data: { isLive: true } }))
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
})

test('a started stream stays in the list until it is among the live ones', async () => {
  const server = TestSocketServer.listen()
  let hasStarted = false
  let releaseLive = () => {}
  const liveReleased = new Promise<void>((resolve) => {
    releaseLive = resolve
  })
  const { seen } = stubCalls({
    [PATH]: () => Response.json(hasStarted ? [] : [announced(1)]),
    'GET /api/streams/live': async () => {
      if (!hasStarted) return Response.json([])
      await liveReleased
      return Response.json([testStream(1)])
    },
  })
  render(
    <DataTestProvider>
      <ComingUp category={undefined} />
      <LiveGrid Preview={() => null} phone="row" />
    </DataTestProvider>,
  )
  await screen.findByRole('link', { name: /Stream 1/ })
  await screen.findByRole('heading', { name: 'Live Creators' })
  act(() => server.accept())
  hasStarted = true
  // Of the two delays, the list's was the shorter one.
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValue(0.1)
  seen.length = 0
  act(() => server.sendMessage({ type: 'live_changed', streamId: announced(1).id, data: { isLive: true } }))
  await waitFor(() => expect(seen).toEqual(['GET /api/streams/live']))
  expect(screen.getByRole('heading', { name: 'Coming up' })).toBeTruthy()
  releaseLive()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Coming up' })).toBeNull())
  expect(screen.getByRole('link', { name: /Stream 1/ })).toBeTruthy()
})
