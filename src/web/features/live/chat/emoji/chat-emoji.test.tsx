import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CreatorEmoji } from '#shared/live/creator-emoji.ts'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { ReplayedRow } from '#web/features/live/chat/list/replayed-row.tsx'
import { ben, storedMessage, testChatState } from '#web/features/live/chat/testing/test-messages.ts'
import { showChat } from '#web/features/live/chat/testing/test-panel.tsx'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { ChatEmoji } from './chat-emoji.tsx'

const currentUser = testCurrentUser(1)
const EMOJI = `GET /api/users/${ben.id}/emoji`
const emojiOf = (...names: string[]): CreatorEmoji[] =>
  names.map((name, index) => ({ id: String(index), name, url: `/files/emoji/${name}.webp` }))
const written = (number: number, message: string) => ({ ...storedMessage(number), message })

async function showChatWith(emoji: CreatorEmoji[], ...texts: string[]) {
  const chat = await showChat({
    user: currentUser,
    hasEmoji: true,
    messages: texts.map((text, index) => written(index + 1, text)),
    responses: { [EMOJI]: () => Response.json(emoji) },
  })
  const rows = () => within(screen.getByRole('log')).getAllByRole('article')
  await waitFor(() => expect(rows()).toHaveLength(texts.length))
  return { ...chat, rows }
}
const imagesIn = (row: Element | undefined) => [...(row?.querySelectorAll('img') ?? [])].map(({ alt }) => alt)

test('names of the creator’s emoji are drawn, with the name as their text; unknown ones stay text', async () => {
  const { rows } = await showChatWith(
    emojiOf('wave', 'drum_2'),
    'hello :wave::drum_2: there',
    'at 12:30:45 :nobody:wave: https://example.org/:wave: :WAVE:',
  )
  await waitFor(() => expect(imagesIn(rows()[0])).toEqual([':wave:', ':drum_2:']))
  expect(rows()[0]?.textContent).toContain('hello  there')
  expect(rows()[0]?.querySelector('img')?.getAttribute('src')).toBe('/files/emoji/wave.webp')
  expect(imagesIn(rows()[1])).toEqual([':wave:'])
  expect(rows()[1]?.textContent).toContain(
    'at 12:30:45 :nobody https://example.org/:wave (opens in a new tab): :WAVE:',
  )
  expect(screen.getAllByRole('article', { name: /hello :wave: ?:drum_2: there/ })).toHaveLength(1)
})

test('a quote, the bar above the field and a pinned message draw them too', async () => {
  const pinned = written(9, 'rules :wave:')
  const replyTo = { id: storedMessage(1).id, userId: ben.id, name: 'Ben', excerpt: 'quoted :wave:' }
  await showChat({
    user: currentUser,
    hasEmoji: true,
    messages: [{ ...written(2, 'answer'), replyTo }],
    chat: testChatState({}, pinned),
    responses: { [EMOJI]: () => Response.json(emojiOf('wave')) },
  })
  const quote = await screen.findByRole('button', { name: /quoted :wave:/ })
  await waitFor(() => expect(imagesIn(quote)).toEqual([':wave:']))
  expect(imagesIn(screen.getByRole('region', { name: 'Pinned' }))).toContain(':wave:')
})

test('a deleted emoji leaves its name, and a new one is drawn on open pages', async () => {
  let emoji = emojiOf('wave')
  const { server } = await showChat({
    user: currentUser,
    hasEmoji: true,
    messages: [written(1, ':wave: and :drum:')],
    responses: { [EMOJI]: () => Response.json(emoji) },
  })
  const row = await screen.findByRole('article')
  await waitFor(() => expect(imagesIn(row)).toEqual([':wave:']))
  emoji = emojiOf('drum')
  act(() => server.sendMessage({ type: 'emoji_changed', userId: ben.id }))
  await waitFor(() => expect(imagesIn(row)).toEqual([':drum:']))
  expect(row.textContent).toContain(':wave: and')
})

test('of a creator without Creator Pro no emoji are loaded', async () => {
  const { seen } = await showChat({ messages: [written(1, ':wave:')] })
  await screen.findByText(/:wave:/)
  expect(seen).not.toContain(EMOJI)
})

test('the picker shows the creator’s emoji first, and a picked one is written as its name', async () => {
  await showChatWith(emojiOf('wave', 'drum_2', 'pot'), 'hello')
  fireEvent.click(screen.getByRole('button', { name: 'Emoji' }))
  const own = within(await screen.findByRole('group', { name: "This creator's emoji" }))
  expect(own.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    ':wave:',
    ':drum_2:',
    ':pot:',
  ])
  fireEvent.click(own.getByRole('button', { name: ':drum_2:' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(':drum_2:'))
})

test('arrow keys move through a row of the picker that is not full', async () => {
  await showChatWith(emojiOf('wave', 'drum_2', 'pot'), 'hello')
  fireEvent.click(screen.getByRole('button', { name: 'Emoji' }))
  const start = await screen.findByRole('button', { name: ':pot:' })
  act(() => start.focus())
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return document.activeElement?.getAttribute('aria-label')
  }
  expect(press('ArrowRight')).toBe('Tears of joy')
  expect(press('ArrowLeft')).toBe(':pot:')
  expect(press('ArrowDown')).toBe('Smiling face')
  expect(press('ArrowUp')).toBe(':pot:')
  expect(press('Home')).toBe(':wave:')
  expect(
    ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp'].map(press).at(-1),
  ).toBe(':pot:')
})

test('the replay of a chat draws them', async () => {
  TestSocketServer.listen()
  stubCalls({ [EMOJI]: () => Response.json(emojiOf('wave')) })
  render(
    <DataTestProvider>
      <ChatEmoji creatorId={ben.id} isOffered>
        <ReplayedRow replayed={{ offset: 3, message: written(1, 'hello :wave:') }} streamerId={ben.id} />
      </ChatEmoji>
    </DataTestProvider>,
  )
  expect(await screen.findByAltText(':wave:')).toBeTruthy()
})

test('a message of a member with Creator Pro has a badge with a name', async () => {
  const pro = { ...ben, isPremium: true }
  await showChat({ messages: [{ ...storedMessage(1), user: pro }, storedMessage(2)] })
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  const [first, second] = screen.getAllByRole('article')
  expect(first && within(first).getByText('Creator Pro')).toBeTruthy()
  expect(second && within(second).queryByText('Creator Pro')).toBeNull()
  expect(screen.getAllByRole('article', { name: /Ben Creator Pro .*message 1/ })).toHaveLength(1)
})
