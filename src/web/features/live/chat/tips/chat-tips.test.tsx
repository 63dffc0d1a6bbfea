import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#shared/live/chat.ts'
import type { TipHighlight } from '#shared/live/chat.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { ada, storedMessage, streamId, testChatState } from '#web/features/live/chat/testing/test-messages.ts'
import { showChat } from '#web/features/live/chat/testing/test-panel.tsx'

const currentUser = testCurrentUser(1, { handle: 'amara', firstName: 'Amara', lastName: null })

afterEach(() => {
  vi.useRealTimers()
})

function tipMessage(number: number, amount: string, message = '', isSandbox = true): ChatMessage {
  const plain = storedMessage(number, ada)
  return { ...plain, message, tip: { id: plain.id, amount, currency: 'USD', isSandbox } }
}

/** The highlight of a tip's message with `seconds` left; its `until` is of a server whose clock differs. */
function highlightOf({ id, user, message, tip }: ChatMessage, seconds: number): TipHighlight {
  if (!tip) throw new Error('the message has no tip')
  const { amount, currency, isSandbox } = tip
  const until = '2020-01-01T00:00:00.000Z'
  return { messageId: id, user, message, amount, currency, isSandbox, until, seconds }
}

const receivedOf = ({ id, user, message, tip }: ChatMessage, tipsTotal: string) => {
  if (!tip) throw new Error('the message has no tip')
  const data = { ...tip, user, message, messageId: id, tipsTotal }
  return { type: 'tip_received', streamId, data } as const
}

const withHighlights = (...highlights: TipHighlight[]) => testChatState({}, null, highlights)
const region = () => screen.queryByRole('region', { name: 'Highlighted tips' })
const cards = () => {
  const found = region()
  return found ? within(within(found).getByRole('list')).getAllByRole('button') : []
}
const cardTexts = () => cards().map((card) => card.textContent)
const rows = () => within(screen.getByRole('log')).getAllByRole('article')

test('a message with a tip shows amount and name, and may have no text', async () => {
  await showChat({ messages: [tipMessage(1, '25.00'), tipMessage(2, '5.00', 'Thanks @ben', false)] })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]?.textContent).toMatch(/Ada Tip \$25\.00 Sandbox: no money moves/)
  expect(rows()[1]?.textContent).toMatch(/Ada Tip \$5\.00\s+Thanks @ben/)
  expect(rows()[1]?.textContent).not.toContain('Sandbox')
})

test('a chat whose tips are all of the sandbox says once that no money moves', async () => {
  const messages = [tipMessage(1, '25.00'), tipMessage(2, '5.00', 'Thanks')]
  await showChat({ messages, chat: withHighlights(highlightOf(messages[0] ?? tipMessage(1, '25.00'), 400)) })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.getAllByText('Sandbox: no money moves')).toHaveLength(1)
  expect([...rows().map(({ textContent }) => textContent), ...cardTexts()].join('')).not.toContain('Sandbox')
})

test('highlighted tips are above the messages for their remaining time, whatever the clock of the device', async () => {
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z'), shouldAdvanceTime: true })
  const highlights = [highlightOf(tipMessage(2, '50.00', 'big'), 400), highlightOf(tipMessage(1, '5.00'), 10)]
  await showChat({ chat: withHighlights(...highlights) })
  expect(cardTexts()).toEqual([
    expect.stringMatching(/Ada\$50\.00.*big/),
    expect.stringMatching(/Ada\$5\.00/),
  ])
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(cardTexts()).toEqual([expect.stringContaining('big')])
  await act(() => vi.advanceTimersByTimeAsync(390_000))
  expect(region()).toBeNull()
})

test('a tip that arrives is highlighted first, and its deletion removes row and highlight', async () => {
  const before = tipMessage(1, '50.00', 'before')
  const { server } = await showChat({ messages: [before], chat: withHighlights(highlightOf(before, 400)) })
  const tip = tipMessage(2, '10.00', 'just now')
  act(() => {
    server.sendMessage({ type: 'chat_message', streamId, data: tip })
    server.sendMessage(receivedOf(tip, '60.00'))
  })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(cardTexts()).toEqual([expect.stringContaining('just now'), expect.stringContaining('before')])
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { messageIds: [tip.id] } }))
  expect(cardTexts()).toEqual([expect.stringContaining('before')])
  await waitFor(() => expect(rows()).toHaveLength(1))
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { userId: ada.id } }))
  expect(region()).toBeNull()
  expect(screen.queryByRole('article')).toBeNull()
})

test('a press on a highlighted tip shows its whole message, and the tips can be collapsed', async () => {
  const text = 'Greetings from Lagos @ben https://example.org'
  await showChat({ chat: withHighlights(highlightOf(tipMessage(1, '25.00', text), 200)) })
  await waitFor(() => expect(cards()).toHaveLength(1))
  expect(screen.queryByRole('link', { name: /example/ })).toBeNull()
  const [card] = cards()
  if (!card) throw new Error('there is no card')
  fireEvent.click(card)
  expect(card.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { name: /example/ })).toBeTruthy()
  fireEvent.click(card)
  expect(screen.queryByRole('link', { name: /example/ })).toBeNull()
  const toggle = screen.getByRole('button', { name: 'Collapse the tips' })
  fireEvent.click(toggle)
  expect(region()?.textContent).toMatch(/1 tip.*Ada.*\$25\.00/)
  expect(screen.queryByRole('list')).toBeNull()
  expect(toggle.getAttribute('aria-label')).toBe('Show the tips')
  fireEvent.click(toggle)
  expect(cards()).toHaveLength(1)
})

test.each([
  ['chat is off', { rules: { allowChat: false } }],
  ['the user is banned', { viewer: { restriction: { kind: 'ban', until: null, seconds: null } } }],
] as const)('no tip is shown while %s', async (_why, changes) => {
  const chat = testChatState(changes, null, [highlightOf(tipMessage(1, '50.00'), 400)])
  await showChat({ user: currentUser, chat })
  await screen.findByText(/Chat is off|You were banned/)
  expect(region()).toBeNull()
})

test('the focus stays in the chat when the highlight that has it ends', async () => {
  const tip = tipMessage(1, '50.00')
  const other = tipMessage(2, '50.00')
  const chat = withHighlights(highlightOf(other, 400), highlightOf(tip, 400))
  const { server } = await showChat({ chat })
  await waitFor(() => expect(cards()).toHaveLength(2))
  act(() => cards()[1]?.focus())
  act(() => server.sendMessage({ type: 'chat_deleted', streamId, data: { messageIds: [tip.id] } }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Collapse the tips' }))
})

test.each([
  [true, 'Ada tipped $10.00 (Sandbox: no money moves). For the drums'],
  [false, 'Ada tipped $10.00. For the drums'],
])('a tip is announced once, also among other messages (sandbox: %s)', async (isSandbox, text) => {
  const { server } = await showChat({ user: currentUser, messages: [storedMessage(1)] })
  await screen.findByText('message 1')
  vi.useFakeTimers()
  const receive = async (...messages: ChatMessage[]) => {
    for (const data of messages) server.sendMessage({ type: 'chat_message', streamId, data })
    await act(() => vi.advanceTimersByTimeAsync(200))
  }
  const announced = () => screen.getAllByRole('status').map((each) => each.textContent)
  const tip = tipMessage(3, '10.00', 'For the drums', isSandbox)
  await receive(storedMessage(2), tip, storedMessage(4))
  act(() => server.sendMessage(receivedOf(tip, '10.00')))
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(announced().filter((each) => each?.includes(text))).toHaveLength(1)
  await receive(storedMessage(5))
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(announced().join()).not.toContain('For the drums')
})
