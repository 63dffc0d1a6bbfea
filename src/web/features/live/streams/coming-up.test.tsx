import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { ComingUp } from './coming-up.tsx'
import { LiveGrid } from './live-grid.tsx'

const PATH = 'GET /api/streams/upcoming'
const announced = (index: number) =>
  testStream(index, { isLive: false, startedAt: null, scheduledFor: `2125-11-2${index}T19:04:00.000Z` })

const show = (category?: 'Gaming', children?: ReactNode) =>
  render(
    <DataTestProvider>
      <ComingUp category={category}>{children}</ComingUp>
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

test('the rows of the skeleton have the layout and the lines of real rows', async () => {
  TestSocketServer.listen()
  stubCalls({ [PATH]: () => Response.json([announced(1)]) })
  show(undefined, <p>The feed</p>)
  const placeholders = [...screen.getByRole('status').querySelectorAll('.grid')]
  expect(placeholders).toHaveLength(3)
  const row = await screen.findByRole('link', { name: /Stream 1/ })
  for (const placeholder of placeholders) {
    expect([...row.classList]).toEqual(expect.arrayContaining([...placeholder.classList]))
    expect(placeholder.lastElementChild?.children).toHaveLength(row.lastElementChild?.children.length ?? 0)
  }
})

test('without announced streams nothing is rendered', async () => {
  TestSocketServer.listen()
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  const { container } = show()
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test.each([
  ['one stream is announced', () => Response.json([announced(1)])],
  ['none is announced', () => Response.json([])],
  ['the response is an error', () => Response.json({ message: 'no', code: 'internal' }, { status: 500 })],
])(
  'the content below is invisible behind a skeleton until the list is loaded: %s',
  async (_case, respond) => {
    TestSocketServer.listen()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    stubCalls({ [PATH]: () => released.then(respond) })
    show(undefined, <p>The feed</p>)
    const below = screen.getByText('The feed').parentElement
    expect(below?.className).toContain('invisible')
    expect(screen.getByRole('status').textContent).toContain('Loading')
    release()
    await waitFor(() => expect(below?.className).not.toContain('invisible'))
    expect(screen.queryByRole('status')).toBeNull()
  },
)

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
      <ComingUp />
      <LiveGrid phone="row" Preview={() => null} />
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
