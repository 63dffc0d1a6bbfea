import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#shared/live/chat.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import {
  ada,
  ben,
  storedMessage,
  storedMessages,
  streamId,
  testChatState,
} from '#web/features/live/chat/testing/test-messages.ts'
import { showChat } from '#web/features/live/chat/testing/test-panel.tsx'

const currentUser = testCurrentUser(1, { handle: 'amara', firstName: 'Amara', lastName: null })
const TIME_OUT = { kind: 'timeout', until: '2025-11-21T20:01:00Z', seconds: 60 } as const
const LOG = { name: 'Chat messages' }

afterEach(() => {
  vi.useRealTimers()
})

const messageWith = (number: number, message: string, overrides: Partial<ChatMessage> = {}): ChatMessage => ({
  ...storedMessage(number),
  message,
  ...overrides,
})
const rows = () => within(screen.getByRole('log', LOG)).getAllByRole('article')
const row = (text: string) => {
  const found = rows().find((each) => each.textContent?.includes(text))
  if (!found) throw new Error(`there is no message '${text}'`)
  return found
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Message' })
const press = (element: Element, key: string) =>
  act(() => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

test('a message that mentions the current user or replies to them is highlighted, their own is not', async () => {
  const replyTo = { id: storedMessage(1).id, userId: currentUser.id, name: 'Amara', excerpt: 'message' }
  await showChat({
    user: currentUser,
    messages: [
      messageWith(1, 'hello @Amara', { userId: currentUser.id, user: currentUser }),
      messageWith(2, 'welcome @Amara!'),
      messageWith(3, 'indeed', { replyTo }),
      messageWith(4, 'mail@amara is an address'),
    ],
  })
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(rows().map((each) => each.textContent?.includes('Mentions you'))).toEqual([false, true, true, false])
})

test('only web addresses are links, and open a new tab', async () => {
  await showChat({
    messages: [messageWith(1, 'see https://example.org/a, javascript:alert(1) <b>or</b> #food @ada')],
  })
  const links = await screen.findAllByRole('link', { name: /example/ })
  expect(links).toHaveLength(1)
  expect(links[0]).toMatchObject({ href: 'https://example.org/a', target: '_blank' })
  expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(row('<b>or</b>').querySelector('b')).toBeNull()
})

test.each([
  ['chat is off', testChatState({ rules: { allowChat: false } }), 'Chat is off for this stream.'],
  [
    'it is banned',
    testChatState({ viewer: { restriction: { kind: 'ban', until: null, seconds: null } } }),
    /You were banned from this stream/,
  ],
  [
    'a block is between the user and the streamer',
    testChatState({ viewer: { hasBlock: true } }),
    "You can't write in this chat.",
  ],
  [
    'only followers write',
    testChatState({ rules: { followersOnly: true } }),
    'Only followers can write here.',
  ],
])('a user who cannot write sees the reason: %s', async (_why, chat, text) => {
  await showChat({ user: currentUser, chat, followAction: <button type="button">Follow</button> })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Follow' }) !== null).toBe(chat.rules.followersOnly)
})

test.each([
  ['a follower', { isFollower: true }],
  ['a moderator', { canModerate: true }],
])('in followers-only chat %s can write', async (_who, viewer) => {
  await showChat({ user: currentUser, chat: testChatState({ rules: { followersOnly: true }, viewer }) })
  expect(await screen.findByText('Followers only')).toBeTruthy()
  expect(field()).toBeTruthy()
})

test('a follow that is too new counts down until its follower can write', async () => {
  vi.useFakeTimers({ now: new Date('2025-11-21T20:00:00Z'), toFake: ['Date'] })
  const viewer = { isFollower: true, followedAt: '2025-11-21T18:00:00Z', followedSeconds: 555 }
  const rules = { followersOnly: true, followersOnlyMinutes: 10 }
  await showChat({ user: currentUser, chat: testChatState({ rules, viewer }) })
  expect(
    await screen.findByText(/^Only members who have followed for 10 minutes can write here\./),
  ).toBeTruthy()
  expect(screen.getByText(/^0:4\d$/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  vi.setSystemTime(new Date('2025-11-21T20:05:00Z'))
  await waitFor(() => expect(field()).toBeTruthy())
  expect(screen.getByText('Followers for 10 minutes or longer')).toBeTruthy()
})

test('a user who does not follow sees how long a follow must last', async () => {
  const rules = { followersOnly: true, followersOnlyMinutes: 7 * 24 * 60 }
  await showChat({
    user: currentUser,
    chat: testChatState({ rules }),
    followAction: <button type="button">Follow</button>,
  })
  expect(await screen.findByText('Only members who have followed for 7 days can write here.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy()
})

test('the first message of a member is marked', async () => {
  await showChat({ messages: [messageWith(1, 'hello', { isFirst: true }), messageWith(2, 'again')] })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(row('hello').textContent).toContain('First message')
  expect(row('again').textContent).not.toContain('First message')
})

test('a time-out counts down, keeps the typed text, and ends by itself', async () => {
  const { server } = await showChat({ user: currentUser })
  vi.useFakeTimers({ now: new Date('2025-11-21T20:00:00Z') })
  type('half a word')
  act(() => field().focus())
  act(() => server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction: TIME_OUT } }))
  expect(screen.getByText('1:00')).toBeTruthy()
  expect(document.activeElement).not.toBe(document.body)
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(screen.getByText('0:45')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(46_000))
  expect(field().value).toBe('half a word')
})

test.each(['the chat state', 'a message'])(
  'a clock that is an hour ahead does not end a time-out from %s',
  async (source) => {
    vi.useFakeTimers({ now: new Date('2025-11-21T21:00:00Z'), toFake: ['Date'] })
    const chat = testChatState({ viewer: { restriction: source === 'a message' ? null : TIME_OUT } })
    const { server } = await showChat({ user: currentUser, chat })
    if (source === 'a message')
      act(() => server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction: TIME_OUT } }))
    expect(await screen.findByText('1:00')).toBeTruthy()
  },
)

test('400 emoji fit into a message of 500 characters, and 501 stay in the field with their number', async () => {
  const { seen } = await showChat({
    user: currentUser,
    responses: { 'POST /api/chat/send': () => Response.json(storedMessage(1, ada), { status: 201 }) },
  })
  const sent = () => seen.filter((call) => call.startsWith('POST'))
  vi.useFakeTimers()
  await send('🎉'.repeat(501))
  expect(screen.getByText('501 / 500')).toBeTruthy()
  expect(field().value).toBe('🎉'.repeat(501))
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
  await send('\u200E\u200F')
  expect(sent()).toEqual([])
  // The field of a browser cuts what is longer than its attribute allows.
  expect(field().maxLength).toBe(-1)
  await send('🎉'.repeat(400))
  expect(sent()).toHaveLength(1)
  expect(field().value).toBe('')
})

test('slow mode counts down on the button, and the typed text stays', async () => {
  const sent = storedMessage(1, ada)
  const { seen } = await showChat({
    user: currentUser,
    chat: testChatState({ rules: { slowModeSeconds: 3 } }),
    responses: {
      'POST /api/chat/send': () =>
        Response.json({ ...sent, userId: currentUser.id, user: currentUser }, { status: 201 }),
    },
  })
  await screen.findByText('Slow mode: 3 seconds')
  vi.useFakeTimers()
  await send('first')
  await send('second')
  expect(field().value).toBe('second')
  expect(screen.getByRole('button', { name: 'You can send the next message in 3 seconds' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await send('second')
  expect(field().value).toBe('')
  expect(seen.filter((call) => call.startsWith('POST'))).toHaveLength(2)
})

test('one new message is announced in full, several as their number and the last one, at a limited rate', async () => {
  const { server } = await showChat({ user: currentUser, messages: [messageWith(1, 'from before')] })
  await screen.findByText('from before')
  vi.useFakeTimers()
  const receiveMessages = async (...messages: ChatMessage[]) => {
    for (const data of messages) server.sendMessage({ type: 'chat_message', streamId, data })
    await act(() => vi.advanceTimersByTimeAsync(200))
  }
  const announcements = () => screen.getAllByRole('status').map((each) => each.textContent)
  expect(announcements()).not.toContain('Ben: from before')
  await receiveMessages(messageWith(2, 'one'))
  expect(announcements()).toContain('Ben: one')
  await receiveMessages(
    messageWith(3, 'two'),
    messageWith(4, 'three'),
    messageWith(5, 'of my own', { userId: currentUser.id, user: currentUser }),
  )
  expect(announcements()).toContain('Ben: one')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(announcements()).toContain('2 new messages. Ben: three')
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { userId: ben.id } }))
  expect(announcements().join()).not.toContain('three')
})

test('each message has its time, and a pause of five minutes is marked with the time', async () => {
  vi.useFakeTimers({ now: new Date('2025-11-21T21:00:00Z'), toFake: ['Date'] })
  const times = [
    '2025-11-20T20:00:00Z',
    '2025-11-21T20:04:59Z',
    '2025-11-21T20:09:58Z',
    '2025-11-21T20:14:58Z',
  ]
  await showChat({
    messages: times.map((createdAt, index) => messageWith(index + 1, `no. ${index}`, { createdAt })),
  })
  await waitFor(() => expect(rows()).toHaveLength(4))
  const log = within(screen.getByRole('log', LOG))
  expect(log.getAllByRole('article', { name: /no\. 0 Nov 20, 2025, \d+:\d\d/ })).toHaveLength(1)
  expect(log.getAllByRole('article', { name: /no\. [123] \d+:\d\d [AP]M$/ })).toHaveLength(3)
  const separators = [...screen.getByRole('log', LOG).querySelectorAll('p time')]
  expect(separators.map((each) => each.getAttribute('datetime'))).toEqual([times[1], times[3]])
})

test('a press on Send does not blur the field, nor does one during the wait of slow mode', async () => {
  const chat = testChatState({ rules: { slowModeSeconds: 3 } })
  const sent = { ...storedMessage(1), userId: currentUser.id, user: currentUser }
  await showChat({
    user: currentUser,
    chat,
    responses: { 'POST /api/chat/send': () => Response.json(sent, { status: 201 }) },
  })
  await screen.findByText('Slow mode: 3 seconds')
  vi.useFakeTimers()
  const isBlurred = (name: string | RegExp) =>
    screen
      .getByRole('button', { name })
      .dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  expect(isBlurred('Send')).toBe(true)
  act(() => field().focus())
  expect(isBlurred('Send')).toBe(false)
  await send('first')
  expect(isBlurred(/^You can send the next message/)).toBe(false)
})

test('the list itself is not live, and arrow keys move the focus between rows', async () => {
  await showChat({ user: currentUser, messages: storedMessages(1, 4) })
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(screen.getByRole('log', LOG).getAttribute('aria-live')).toBe('off')
  expect(rows().map((each) => each.tabIndex)).toEqual([-1, -1, -1, 0])
  act(() => row('message 4').focus())
  press(row('message 4'), 'ArrowUp')
  await waitFor(() => expect(document.activeElement).toBe(row('message 3')))
  press(row('message 3'), 'Home')
  await waitFor(() => expect(document.activeElement).toBe(row('message 1')))
  expect(rows().map((each) => each.tabIndex)).toEqual([0, -1, -1, -1])
})

test.each([
  ['one line on phones, until it is expanded', false],
  ['all of it on wide screens', true],
])('the pinned message first shows %s', async (_screen, matches) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
  await showChat({ chat: testChatState({}, messageWith(7, 'Greens go in first https://example.org')) })
  const region = within(await screen.findByRole('region', { name: 'Pinned' }))
  const toggle = region.getByRole('button', { name: /^Pinned/ })
  expect(toggle.getAttribute('aria-expanded')).toBe(String(matches))
  if (!matches) {
    expect(toggle.textContent).toContain('Greens go in first')
    expect(region.queryByRole('link')).toBeNull()
    act(() => toggle.click())
  }
  expect(region.getByRole('link', { name: /example/ })).toBeDefined()
  expect(toggle.textContent).toBe('Pinned')
})

test('the pinned message is above the others until it is unpinned or deleted', async () => {
  const { server } = await showChat({ chat: testChatState({}, messageWith(7, 'Rules of the house')) })
  expect(await screen.findByRole('region', { name: 'Pinned' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Unpin' })).toBeNull()
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { userId: ben.id } }))
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull()
})

test.each([
  ['none for a visitor', null, {}, []],
  ['one per message for a member', currentUser, {}, ['Ben', 'Amara']],
  [
    'one per message for a user who cannot write, who can report them',
    currentUser,
    { rules: { followersOnly: true } },
    ['Ben', 'Amara'],
  ],
  [
    'one per message for a moderator',
    currentUser,
    { rules: { allowChat: true }, viewer: { canModerate: true, restriction: inAnHour() } },
    ['Ben', 'Amara'],
  ],
] as const)('message menus: %s', async (_who, user, changes, names) => {
  const own = messageWith(2, 'mine', { userId: currentUser.id, user: currentUser })
  await showChat({ user, messages: [messageWith(1, 'hello'), own], chat: testChatState(changes) })
  await waitFor(() => expect(rows()).toHaveLength(2))
  const buttons = screen.queryAllByRole('button', { name: /^Actions/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
    names.map((name) => `Actions for the message by ${name}`),
  )
})

function inAnHour() {
  return { kind: 'timeout', until: new Date(Date.now() + 3_600_000).toISOString(), seconds: 3600 } as const
}

function type(text: string): void {
  act(() => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setter?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function send(text: string): Promise<void> {
  type(text)
  await act(async () => {
    field().form?.requestSubmit()
    await vi.advanceTimersByTimeAsync(0)
  })
}
