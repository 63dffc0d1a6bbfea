import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { TestViewport } from '#web/lib/hooks/test-viewport.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { useWatchedEntities, useWatchedInView } from './use-watched-entities.ts'

const idOf = (index: number) => `0198c1d2-0000-7000-8000-${String(index).padStart(12, '0')}`
const [POST, OTHER, USER] = [idOf(1), idOf(2), idOf(3)]

let server: TestSocketServer

beforeEach(() => {
  vi.useFakeTimers()
  server = TestSocketServer.listen()
})
afterEach(() => {
  cleanup()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  queryClient.clear()
})

type Props = { postIds?: string[]; userIds?: string[] }

function Watcher(props: Props) {
  useWatchedEntities(props)
  return null
}

function Card({ postId }: { postId: string }) {
  const card = useRef<HTMLElement>(null)
  useWatchedInView(card, postId)
  return <article ref={card} />
}

const flush = () => act(() => void vi.advanceTimersByTime(200))

test('the entities of several components are watched with one message', () => {
  render(
    <>
      <Watcher postIds={[POST]} />
      <Watcher postIds={[OTHER]} userIds={[USER]} />
    </>,
  )
  act(() => server.accept())
  flush()
  expect(server.received('watch')).toEqual([
    { type: 'watch', postIds: [POST, OTHER], userIds: [USER], liveUserIds: [USER] },
  ])
})

test('the first entities are watched immediately, and further changes are batched into one message', () => {
  const { rerender } = render(<Watcher userIds={[USER]} />)
  act(() => server.accept())
  act(() => void vi.advanceTimersByTime(1))
  expect(server.received('watch')).toHaveLength(1)
  rerender(<Watcher userIds={[USER]} postIds={[POST]} />)
  rerender(<Watcher userIds={[USER]} postIds={[POST, OTHER]} />)
  act(() => void vi.advanceTimersByTime(1))
  expect(server.received('watch')).toHaveLength(1)
  flush()
  expect(server.received('watch').map(({ postIds }) => postIds)).toEqual([[], [POST, OTHER]])
})

test('an entity stays watched while another component shows it, and no message is repeated', () => {
  const { rerender } = render(
    <>
      <Watcher postIds={[POST]} />
      <Watcher postIds={[POST, OTHER]} />
    </>,
  )
  act(() => server.accept())
  flush()
  rerender(<Watcher postIds={[POST]} />)
  flush()
  rerender(
    <>
      <Watcher postIds={[POST]} />
      <Watcher postIds={[POST]} />
    </>,
  )
  flush()
  expect(server.received('watch').map(({ postIds }) => postIds)).toEqual([[POST, OTHER], [POST]])
})

test('beyond the limit only the newest posts are watched', () => {
  const many = Array.from({ length: LIMITS.watched + 5 }, (_, index) => idOf(index))
  render(<Watcher postIds={many} />)
  act(() => server.accept())
  flush()
  expect(server.received('watch')[0]?.postIds).toEqual(many.slice(5))
})

test('in a long list the posts that were last near the viewport are watched', () => {
  const view = new TestViewport()
  const many = Array.from({ length: LIMITS.watched + 2 }, (_, index) => idOf(index))
  const { container, unmount } = render(many.map((id) => <Card key={id} postId={id} />))
  const [first, ...others] = container.querySelectorAll('article')
  if (!first) throw new Error('no cards')
  act(() => view.show(first))
  act(() => server.accept())
  flush()
  expect(server.received('watch').at(-1)?.postIds).toEqual([idOf(0)])
  act(() => view.hide(first))
  for (const card of others) act(() => view.show(card))
  flush()
  expect(server.received('watch').at(-1)?.postIds).not.toContain(idOf(0))
  // Back at the top of the list.
  act(() => view.show(first))
  flush()
  const { postIds = [] } = server.received('watch').at(-1) ?? {}
  expect(postIds).toHaveLength(LIMITS.watched)
  expect(postIds).toContain(idOf(0))
  unmount()
  flush()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})

test('scrolling among watched posts sends no message', () => {
  const view = new TestViewport()
  const { container } = render([POST, OTHER].map((id) => <Card key={id} postId={id} />))
  const cards = [...container.querySelectorAll('article')]
  for (const card of [...cards, ...cards]) act(() => view.show(card))
  act(() => server.accept())
  flush()
  for (const card of cards.toReversed()) act(() => view.show(card))
  flush()
  expect(server.received('watch')).toHaveLength(1)
})

test('the watched entities are sent again on each new connection', () => {
  render(<Watcher userIds={[USER]} />)
  act(() => server.accept())
  flush()
  act(() => server.drop())
  act(() => void vi.advanceTimersByTime(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  flush()
  expect(server.received('watch')).toEqual([
    { type: 'watch', postIds: [], userIds: [USER], liveUserIds: [USER] },
  ])
})

test('the socket is released with the last watched entity', () => {
  const { unmount } = render(<Watcher postIds={[POST]} />)
  act(() => server.accept())
  flush()
  unmount()
  flush()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('changed counts update the cached record, and a deleted post becomes null', () => {
  queryClient.setQueryData(entityKey('posts', POST), { id: POST, likesCount: 1, content: 'hello' })
  queryClient.setQueryData(entityKey('posts', OTHER), { id: OTHER, likesCount: 0 })
  queryClient.setQueryData(entityKey('users', USER), { id: USER, followersCount: 1 })
  render(<Watcher postIds={[POST, OTHER]} userIds={[USER]} />)
  act(() => server.accept())
  flush()
  const counts = { likesCount: 7, commentsCount: 2, sharesCount: 0 }
  act(() => server.sendMessage({ type: 'post_changed', postId: POST, data: counts }))
  act(() =>
    server.sendMessage({
      type: 'user_changed',
      userId: USER,
      data: { followersCount: 9, followingCount: 4 },
    }),
  )
  act(() => server.sendMessage({ type: 'post_deleted', postId: OTHER }))
  expect(queryClient.getQueryData(entityKey('posts', POST))).toEqual({
    id: POST,
    content: 'hello',
    ...counts,
  })
  expect(queryClient.getQueryData(entityKey('users', USER))).toMatchObject({ followersCount: 9 })
  expect(queryClient.getQueryData(entityKey('posts', OTHER))).toBeNull()
})
