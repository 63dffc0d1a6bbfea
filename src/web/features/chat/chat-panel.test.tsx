import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#shared/chat.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import {
  ada,
  ben,
  storedMessage,
  storedMessages,
  streamId,
  testChatState,
} from '#web/features/chat/testing/test-messages.ts'
import { showChat } from '#web/features/chat/testing/test-panel.tsx'

const me = testCurrentUser(1, { handle: 'amara', firstName: 'Amara', lastName: null })
const TIME_OUT = { kind: 'timeout', until: '2025-11-21T20:01:00Z', seconds: 60 } as const
const LOG = { name: 'Chat messages' }

afterEach(() => {
  vi.useRealTimers()
})

const said = (number: number, message: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...storedMessage(number),
  message,
  ...more,
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

test('a message that names the reader, or answers it, stands out; one of its own does not', async () => {
  const replyTo = { id: storedMessage(1).id, userId: me.id, name: 'Amara', excerpt: 'message' }
  await showChat({
    user: me,
    messages: [
      said(1, 'hello @Amara', { userId: me.id, user: me }),
      said(2, 'welcome @Amara!'),
      said(3, 'indeed', { replyTo }),
      said(4, 'mail@amara is an address'),
    ],
  })
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(rows().map((each) => each.textContent?.includes('Mentions you'))).toEqual([false, true, true, false])
})

test('only web addresses lead somewhere, and say that they leave the page', async () => {
  await showChat({
    messages: [said(1, 'see https://example.org/a, javascript:alert(1) <b>or</b> #food @ada')],
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
    'only followers write',
    testChatState({ rules: { followersOnly: true } }),
    'Only followers can write here.',
  ],
])('who cannot write is told why: %s', async (_why, chat, text) => {
  await showChat({ user: me, chat, followAction: <button type="button">Follow</button> })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Follow' }) !== null).toBe(chat.rules.followersOnly)
})

test.each([
  ['follows', { isFollower: true }],
  ['moderates', { canModerate: true }],
])('where only followers write, who %s writes', async (_who, viewer) => {
  await showChat({ user: me, chat: testChatState({ rules: { followersOnly: true }, viewer }) })
  expect(await screen.findByText('Followers only')).toBeTruthy()
  expect(field()).toBeTruthy()
})

test('a time-out counts down, keeps what was typed, and ends by itself', async () => {
  const { server } = await showChat({ user: me })
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

test.each(['asked for', 'told'])('a clock that is an hour ahead ends no time-out that is %s', async (how) => {
  vi.useFakeTimers({ now: new Date('2025-11-21T21:00:00Z'), toFake: ['Date'] })
  const chat = testChatState({ viewer: { restriction: how === 'told' ? null : TIME_OUT } })
  const { server } = await showChat({ user: me, chat })
  if (how === 'told')
    act(() => server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction: TIME_OUT } }))
  expect(await screen.findByText('1:00')).toBeTruthy()
})

test('slow mode counts down on the button, and what is typed stays', async () => {
  const sent = storedMessage(1, ada)
  const { seen } = await showChat({
    user: me,
    chat: testChatState({ rules: { slowModeSeconds: 3 } }),
    answers: {
      'POST /api/chat/send': () => Response.json({ ...sent, userId: me.id, user: me }, { status: 201 }),
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

test('a screen reader hears one message as it is, and of many how many and the last, not more often than bearable', async () => {
  const { server } = await showChat({ user: me, messages: [said(1, 'from before')] })
  await screen.findByText('from before')
  vi.useFakeTimers()
  const hear = async (...messages: ChatMessage[]) => {
    for (const data of messages) server.sendMessage({ type: 'chat_message', streamId, data })
    await act(() => vi.advanceTimersByTimeAsync(200))
  }
  const spoken = () => screen.getAllByRole('status').map((each) => each.textContent)
  expect(spoken()).not.toContain('Ben: from before')
  await hear(said(2, 'one'))
  expect(spoken()).toContain('Ben: one')
  await hear(said(3, 'two'), said(4, 'three'), said(5, 'of my own', { userId: me.id, user: me }))
  expect(spoken()).toContain('Ben: one')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(spoken()).toContain('2 new messages. Ben: three')
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { userId: ben.id } }))
  expect(spoken().join()).not.toContain('three')
})

test('each message says when it was written, and five minutes of silence are marked with the time', async () => {
  vi.useFakeTimers({ now: new Date('2025-11-21T21:00:00Z'), toFake: ['Date'] })
  const times = [
    '2025-11-20T20:00:00Z',
    '2025-11-21T20:04:59Z',
    '2025-11-21T20:09:58Z',
    '2025-11-21T20:14:58Z',
  ]
  await showChat({
    messages: times.map((createdAt, index) => said(index + 1, `no. ${index}`, { createdAt })),
  })
  await waitFor(() => expect(rows()).toHaveLength(4))
  const log = within(screen.getByRole('log', LOG))
  expect(log.getAllByRole('article', { name: /no\. 0 Nov 20, 2025, \d+:\d\d/ })).toHaveLength(1)
  expect(log.getAllByRole('article', { name: /no\. [123] \d+:\d\d [AP]M$/ })).toHaveLength(3)
  const separators = [...screen.getByRole('log', LOG).querySelectorAll('p time')]
  expect(separators.map((each) => each.getAttribute('datetime'))).toEqual([times[1], times[3]])
})

test('a press on Send does not blur the field, nor does one while there is a wait', async () => {
  const chat = testChatState({ rules: { slowModeSeconds: 3 } })
  const sent = { ...storedMessage(1), userId: me.id, user: me }
  await showChat({
    user: me,
    chat,
    answers: { 'POST /api/chat/send': () => Response.json(sent, { status: 201 }) },
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

test('the list itself says nothing, and rows are read one by one with the arrows', async () => {
  await showChat({ user: me, messages: storedMessages(1, 4) })
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
  ['phones one line, until it is unfolded', false],
  ['wide screens all of it', true],
])('of what is pinned is shown at first: on %s', async (_screen, matches) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
  await showChat({ chat: testChatState({}, said(7, 'Greens go in first https://example.org')) })
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

test('what is pinned stands above the others, until it is taken down or deleted', async () => {
  const { server } = await showChat({ chat: testChatState({}, said(7, 'Rules of the house')) })
  expect(await screen.findByRole('region', { name: 'Pinned' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Unpin' })).toBeNull()
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { userId: ben.id } }))
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull()
})

test.each([
  ['a visitor has none', null, {}, []],
  ['a member has one for each message', me, {}, ['Ben', 'Amara']],
  ['who cannot write, for its own', me, { rules: { followersOnly: true } }, ['Amara']],
  [
    'who moderates, in any case',
    me,
    { rules: { allowChat: true }, viewer: { canModerate: true, restriction: inAnHour() } },
    ['Ben', 'Amara'],
  ],
] as const)('menus of messages: %s', async (_who, user, changes, names) => {
  const own = said(2, 'mine', { userId: me.id, user: me })
  await showChat({ user, messages: [said(1, 'hello'), own], chat: testChatState(changes) })
  await waitFor(() => expect(rows()).toHaveLength(2))
  const buttons = screen.queryAllByRole('button', { name: /^Actions/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
    names.map((name) => `Actions for the message of ${name}`),
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
