import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { ComingUp } from './coming-up.tsx'

const PATH = 'GET /api/streams/upcoming'
const announced = (index: number) =>
  testStream(index, { isLive: false, startedAt: null, scheduledFor: `2125-11-2${index}T19:04:00.000Z` })

const show = (category?: 'Gaming', children?: ReactNode) =>
  render(
    <DataTestProvider>
      <ComingUp category={category}>{children}</ComingUp>
    </DataTestProvider>,
  )

test('what comes up says whose it is and when, and goes on', async () => {
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

test('where nothing is announced, nothing stands', async () => {
  TestSocketServer.listen()
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  const { container } = show()
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test.each([
  ['something is announced', () => Response.json([announced(1)])],
  ['nothing is', () => Response.json([])],
  ['the answer is an error', () => Response.json({ message: 'no', code: 'internal' }, { status: 500 })],
])(
  'what stands below is loaded behind a skeleton until it is known where it stands: %s',
  async (_why, answer) => {
    TestSocketServer.listen()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    stubCalls({ [PATH]: () => isReleased.then(answer) })
    show(undefined, <p>The feed</p>)
    const below = screen.getByText('The feed').parentElement
    expect(below?.className).toContain('invisible')
    expect(screen.getByRole('status').textContent).toContain('Loading')
    release()
    await waitFor(() => expect(below?.className).not.toContain('invisible'))
    expect(screen.queryByRole('status')).toBeNull()
  },
)

test('a stream that has started leaves the list', async () => {
  const server = TestSocketServer.listen()
  let streams = [announced(1)]
  stubCalls({ [PATH]: () => Response.json(streams) })
  show()
  await screen.findByRole('link', { name: /Stream 1/ })
  streams = []
  act(() => server.accept())
  act(() => server.sendMessage({ type: 'live_changed', streamId: announced(1).id, data: { isLive: true } }))
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull(), { timeout: 5000 })
})
