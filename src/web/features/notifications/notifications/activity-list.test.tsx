import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { type Notification, readNotifications } from '#shared/notifications/notifications.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { ActivityList } from './activity-list.tsx'
import { MarkAllRead } from './mark-all-read.tsx'
import { testActor, testNotification, testTipNotification } from './test-notification.ts'
import { TestViewport } from '#web/lib/hooks/test-viewport.ts'

let server: TestSocketServer
let view: TestViewport
let list: Notification[]
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2025-11-21T20:04:00.000Z') })
  list = []
  server = TestSocketServer.listen()
  view = new TestViewport()
})
afterEach(() => {
  vi.useRealTimers()
})

const unread = () => list.filter(({ isRead }) => !isRead).length

function answerWith(overrides: Parameters<typeof stubCalls>[0] = {}) {
  return stubCalls({
    'GET /api/auth/user': () => Response.json({ id: '0198c1d2-0000-7000-8000-00000000000a' }),
    'GET /api/notifications': () => Response.json(list),
    'GET /api/notifications/unread': () => Response.json({ unreadCount: unread() }),
    'POST /api/notifications/read': ({ body }) => {
      const ids = readNotifications.body.parse(body)?.ids
      list = list.map((notification) =>
        !ids || ids.includes(notification.id) ? { ...notification, isRead: true } : notification,
      )
      return Response.json({ unreadCount: unread() })
    },
    ...overrides,
  })
}

function show(clearedCount = 0) {
  const page = (round: number) => (
    <DataTestProvider>
      <h1 tabIndex={-1}>Activity</h1>
      <MarkAllRead
        visitId="first"
        onDone={() => shown.rerender(page(round + 1))}
        onFocusLost={() => screen.getByRole('heading').focus()}
      />
      <ActivityList visitId="first" clearedCount={round} />
    </DataTestProvider>
  )
  const shown = render(page(clearedCount))
  act(() => server.accept())
  return shown
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Notifications' })).getAllByRole('listitem')

const [ada, ben, cleo] = [testActor(1, 'Ada'), testActor(2, 'Ben'), testActor(3, 'Cleo')]
const stream = { id: '0198c1d2-0000-7000-8000-000000003001', title: 'Sunday choir', isLive: true }
const video = { id: '0198c1d2-0000-7000-8000-000000003003', title: 'Kora at dusk' }
const comment = { id: '0198c1d2-0000-7000-8000-000000003002', excerpt: 'Save me some' }

test('the first of several tips of the sandbox says that no money moves', async () => {
  list = [testTipNotification(2, true), testTipNotification(1, true)]
  answerWith()
  show()
  const texts = (await rows()).map(({ textContent }) => textContent)
  expect(texts.map((text) => text.includes('Sandbox: no money moves'))).toEqual([true, false])
})

test.each([
  ['Member 1 tipped you $25.00', false],
  ['Member 1 tipped you $25.00 Sandbox: no money moves', true],
])('"%s" leads to the earnings', async (text, isSandbox) => {
  list = [testTipNotification(1, isSandbox)]
  answerWith()
  show()
  const [row] = await rows()
  const link = row && within(row).getByRole('link')
  expect(link?.querySelector('p')?.textContent?.trim()).toBe(text)
  expect(link?.getAttribute('href')).toBe('/creator/earnings')
})

test.each([
  ['Ada liked your post', { actors: [ada] }, /^\/post\//],
  ['Ada and Ben liked your post', { actors: [ada, ben] }, /^\/post\//],
  ['Ada and 11 others liked your post', { actors: [ada, ben, cleo], actorsCount: 12 }, /^\/post\//],
  ['Ada commented on your post', { type: 'comment', actors: [ada], comment }, /^\/post\//],
  ['Ada mentioned you in a post', { type: 'mention', actors: [ada] }, /^\/post\//],
  ['Ada mentioned you in a comment', { type: 'mention', actors: [ada], comment }, /^\/post\//],
  ['Ada follows you', { type: 'follow', actors: [ada], post: null }, `/profile/${ada.id}`],
  ['Ada and Ben follow you', { type: 'follow', actors: [ada, ben], post: null }, `/profile/${ada.id}`],
  ['Ada is live', { type: 'live', actors: [ada], post: null, stream }, `/stream/${stream.id}`],
  [
    'Ada is live',
    { type: 'live', actors: [ada], post: null, stream: { ...stream, title: null } },
    `/stream/${stream.id}`,
  ],
  ['Ada liked your video', { actors: [ada], post: null, video }, `/video/${video.id}`],
  [
    'Ada commented on your video',
    { type: 'comment', actors: [ada], post: null, video, comment },
    `/video/${video.id}`,
  ],
  [
    'Ada mentioned you in a comment',
    { type: 'mention', post: null, video, actors: [ada], comment },
    `/video/${video.id}`,
  ],
  [
    'Ada published a video',
    { type: 'video', actors: [ada], post: null, video, videosCount: 1 },
    `/video/${video.id}`,
  ],
  [
    'Ada published 3 videos',
    { type: 'video', actors: [ada], post: null, video, videosCount: 3 },
    `/profile/${ada.id}?tab=streams`,
  ],
] satisfies [string, Partial<Notification>, string | RegExp][])(
  '“%s” is one sentence that links to its subject',
  async (text, overrides, href) => {
    list = [testNotification(1, overrides)]
    answerWith()
    show()
    const [row] = await rows()
    expect(row?.textContent).toContain(text)
    expect(row?.textContent).toContain('1 hour ago')
    expect(
      within(row ?? document.body)
        .getByRole('link')
        .getAttribute('href'),
    ).toMatch(href)
  },
)

test('a row quotes the comment, or else the post, or the title of the stream', async () => {
  list = [
    testNotification(1, { type: 'comment', comment }),
    testNotification(2),
    testNotification(3, { type: 'live', post: null, stream }),
  ]
  answerWith()
  show()
  const texts = (await rows()).map(({ textContent }) => textContent)
  expect(texts[0]).toContain('Save me some')
  expect(texts[1]).toContain('What I wrote, 2')
  expect(texts[2]).toContain('Sunday choir')
  expect(texts[2]).toContain('LIVE')
})

test('the live badge disappears when the stream ends', async () => {
  list = [testNotification(1, { type: 'live', actors: [ada], post: null, stream })]
  answerWith()
  show()
  expect(await screen.findByText('LIVE')).toBeTruthy()
  act(() => server.sendMessage({ type: 'live_changed', streamId: stream.id, data: { isLive: false } }))
  await vi.waitFor(() => expect(screen.queryByText('LIVE')).toBeNull())
  expect((await rows())[0]?.textContent).toContain('Ada was live')
})

test('visible rows are reported as read in one request, and keep their badge', async () => {
  list = [testNotification(1), testNotification(2), testNotification(3, { isRead: true })]
  const { seen, bodies } = answerWith()
  show()
  const items = await rows()
  expect(screen.getAllByText('New')).toHaveLength(2)
  for (const row of items) act(() => view.show(row))
  await vi.waitFor(() => expect(seen).toContain('POST /api/notifications/read'))
  expect(bodies.at(-1)).toEqual({ ids: [testNotification(1).id, testNotification(2).id] })
  expect(await screen.findAllByText('New')).toHaveLength(2)
  expect(seen.filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

test('a row outside of the viewport stays unread', async () => {
  list = [testNotification(1), testNotification(2)]
  const { bodies } = answerWith()
  const { unmount } = show()
  const [first] = await rows()
  if (first) act(() => view.show(first))
  // Unmounting sends the pending ids without waiting.
  unmount()
  await vi.waitFor(() => expect(bodies).toContainEqual({ ids: [testNotification(1).id] }))
  expect(unread()).toBe(1)
})

test('all notifications can be marked as read', async () => {
  list = [testNotification(1), testNotification(2)]
  answerWith()
  show()
  await rows()
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await vi.waitFor(() => expect(screen.queryByText('New')).toBeNull())
  expect(unread()).toBe(0)
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
})

test('the focus goes to the heading when the button disappears with it, as the last one is read', async () => {
  list = [testNotification(1)]
  answerWith()
  show()
  const [first] = await rows()
  const button = await screen.findByRole('button', { name: 'Mark all as read' })
  act(() => button.focus())
  if (first) act(() => view.show(first))
  await vi.waitFor(() => expect(button.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

test('a new notification is announced above the list, and shown and focused on demand', async () => {
  list = [testNotification(1)]
  answerWith()
  show()
  await rows()
  list = [testNotification(2), testNotification(1)]
  act(() => server.sendMessage({ type: 'notification', unreadCount: 2, data: testNotification(2) }))
  expect(await rows()).toHaveLength(1)
  const pill = screen.getByRole('button', { name: '1 new' })
  pill.focus()
  fireEvent.click(pill)
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Member 2'))
  expect((await rows())[0]?.textContent).toContain('Member 2')
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
})

test('the first new row is focused also if the list renders later than the next frame', async () => {
  list = [testNotification(1)]
  answerWith()
  show()
  await rows()
  list = [testNotification(2), ...list]
  act(() => server.sendMessage({ type: 'notification', unreadCount: 2, data: testNotification(2) }))
  const pill = await screen.findByRole('button', { name: '1 new' })
  pill.focus()
  vi.stubGlobal('requestAnimationFrame', (onFrame: FrameRequestCallback) => (onFrame(0), 0))
  fireEvent.click(pill)
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Member 2'))
})

test('a new actor of a listed notification is shown in its row', async () => {
  list = [testNotification(1), testNotification(2, { actors: [ada] })]
  answerWith()
  show()
  await rows()
  const data = testNotification(2, { actors: [ben, ada], createdAt: '2025-11-21T20:03:00.000Z' })
  act(() => server.sendMessage({ type: 'notification', unreadCount: 2, data }))
  const items = await rows()
  expect(items[1]?.textContent).toContain('Ben and Ada liked your post')
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
})

test('a withdrawn notification disappears, also from the announced ones', async () => {
  list = [testNotification(1), testNotification(2)]
  answerWith()
  show()
  await rows()
  act(() => server.sendMessage({ type: 'notification', unreadCount: 3, data: testNotification(3) }))
  expect(await screen.findByRole('button', { name: '1 new' })).toBeTruthy()
  const ids = [testNotification(3).id, testNotification(1).id]
  act(() => server.sendMessage({ type: 'notifications_withdrawn', ids, unreadCount: 0 }))
  const [remaining, ...others] = await rows()
  expect(remaining?.textContent).toContain('What I wrote, 2')
  expect(remaining?.textContent).toContain('New')
  expect(others).toEqual([])
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
})

test.each([
  ['is shown again if the list is empty', [], 1],
  ['is announced above other ones', [testNotification(1, { isRead: true })], 1],
])('a withdrawn notification that is restored %s', async (_, others, unreadCount) => {
  list = [testNotification(2), ...others]
  answerWith()
  show()
  await rows()
  act(() => {
    server.sendMessage({
      type: 'notifications_withdrawn',
      ids: [testNotification(2).id],
      unreadCount: unreadCount - 1,
    })
    server.sendMessage({ type: 'notification', unreadCount, data: null })
  })
  if (others.length > 0) fireEvent.click(await screen.findByRole('button', { name: '1 new' }))
  await vi.waitFor(async () => expect((await rows())[0]?.textContent).toContain('Member 2'))
  expect(await rows()).toHaveLength(others.length + 1)
})

test('the first notification is shown immediately', async () => {
  answerWith()
  show()
  expect(await screen.findByRole('heading', { name: 'Nothing here yet' })).toBeTruthy()
  list = [testNotification(1)]
  act(() => server.sendMessage({ type: 'notification', unreadCount: 1, data: testNotification(1) }))
  expect(await rows()).toHaveLength(1)
})

test('notifications missed during a disconnect are announced above the list', async () => {
  list = [testNotification(1)]
  answerWith()
  show()
  await rows()
  const since = testNotification(1).createdAt
  expect(server.received('subscribe_channel')).toContainEqual(
    expect.objectContaining({ channel: 'notifications', since }),
  )
  act(() => server.drop())
  server.missedSince = ({ channel }) =>
    channel === 'notifications'
      ? [testNotification(2), testNotification(3)].map((data) => ({
          type: 'notification',
          unreadCount: 3,
          data,
        }))
      : []
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  expect(await screen.findByRole('button', { name: '2 new' })).toBeTruthy()
})

test('the next page loads near the end of the list', async () => {
  list = [testNotification(1)]
  answerWith({
    'GET /api/notifications': ({ url }) =>
      url.searchParams.has('cursor')
        ? Response.json([testNotification(2, { isRead: true })])
        : Response.json(list, { headers: { link: '</api/notifications?cursor=next>; rel="next"' } }),
  })
  show()
  await rows()
  act(() => view.show(screen.getByRole('button', { name: 'Load more' })))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(screen.getByText("That's all there is.")).toBeTruthy()
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  list = [testNotification(1)]
  answerWith({ 'GET /api/notifications': () => (isFailing ? errorResponse(500, {}) : Response.json(list)) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Your activity could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rows()).toHaveLength(1)
})

test.each([['/discover'], [null]])(
  'an announcement shows its title and whole text, with the link %s',
  async (link) => {
    const announcement = { title: 'A new stage', text: 'On Sunday we open it.\nCome and see.', link }
    list = [
      { ...testNotification(1, { actors: [], post: null }), type: 'announcement', tip: null, announcement },
    ]
    answerWith()
    show()
    const [row] = await rows()
    expect(row?.textContent).toContain('A new stage')
    expect(row?.textContent).toContain('On Sunday we open it.\nCome and see.')
    const links = row ? within(row).queryAllByRole('link') : []
    expect(links.map((each) => each.getAttribute('href'))).toEqual(link === null ? [] : [link])
  },
)
