import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/live/chat.ts'
import {
  type ChatEntry,
  addLatest,
  addSending,
  addStored,
  markFailed,
  findResumeId,
  trimEntries,
} from './chat-log.ts'
import { ada, ben, storedMessage, storedMessages } from '#web/features/live/chat/testing/test-messages.ts'

const CLIENT_ID = '0198c1d2-0000-4000-8000-000000000003'
const ownMessage: ChatMessage = { ...storedMessage(0, ada, CLIENT_ID), id: CLIENT_ID, message: 'mine' }
const texts = (entries: readonly ChatEntry[]) => entries.map(({ message }) => message.message)
const states = (entries: readonly ChatEntry[]) => entries.map(({ state }) => state)
const from = (...numbers: number[]) =>
  addStored(
    [],
    numbers.map((number) => storedMessage(number)),
  )

test('messages are sorted by their ids, whatever their order of arrival', () => {
  expect(texts(addStored(from(3, 1), [storedMessage(2)]))).toEqual(['message 1', 'message 2', 'message 3'])
})

test('a message that arrives twice is shown once, and the list stays the same object', () => {
  const entries = from(1, 2)
  expect(addStored(entries, [storedMessage(2), storedMessage(1)])).toBe(entries)
  expect(addStored(entries, [])).toBe(entries)
})

test('a pending message is last, and its stored form replaces it in the same row', () => {
  const pending = addSending(from(1), ownMessage)
  expect(pending.at(-1)).toMatchObject({ key: CLIENT_ID, state: 'sending', clientId: CLIENT_ID })
  const later = addStored(pending, [storedMessage(5)])
  expect(texts(later)).toEqual(['message 1', 'message 5', 'mine'])
  const updated = addStored(later, [storedMessage(3, ada, CLIENT_ID)])
  expect(texts(updated)).toEqual(['message 1', 'message 3', 'message 5'])
  expect(updated[1]).toMatchObject({ key: storedMessage(3).id, state: 'sent', clientId: CLIENT_ID })
  expect(addStored(updated, [storedMessage(3, ada, CLIENT_ID)])).toBe(updated)
})

test('a failed message is replaced by its stored form if that arrives later', () => {
  const failed = markFailed(addSending([], ownMessage), CLIENT_ID)
  expect(states(failed)).toEqual(['failed'])
  expect(states(addStored(failed, [storedMessage(1, ada, CLIENT_ID)]))).toEqual(['sent'])
})

test('a message that was stored before its pending entry was added replaces that entry too', () => {
  const entries = addSending(addStored([], [storedMessage(1, ada, CLIENT_ID)]), ownMessage)
  expect(states(addStored(entries, [storedMessage(1, ada, CLIENT_ID)]))).toEqual(['sent'])
})

test('a stored message cannot fail', () => {
  const entries = addStored(addSending([], ownMessage), [storedMessage(1, ada, CLIENT_ID)])
  expect(states(markFailed(entries, CLIENT_ID))).toEqual(['sent'])
})

test('a message of another user with the same clientId does not replace a pending message', () => {
  const updated = addStored(addSending([], ownMessage), [storedMessage(1, ada, CLIENT_ID)])
  const both = addStored(updated, [storedMessage(2, ben, CLIENT_ID)])
  expect(texts(both)).toEqual(['message 1', 'message 2'])
  expect(new Set(both.map(({ clientId, key }) => clientId ?? key)).size).toBe(2)

  const pending = addStored(addSending([], ownMessage), [storedMessage(2, ben, CLIENT_ID)])
  expect(states(pending)).toEqual(['sent', 'sending'])
})

test('the clientId of a message from another page is not stored', () => {
  expect(addStored([], [storedMessage(1, ben, CLIENT_ID)])[0]?.clientId).toBeNull()
})

test('sending again keeps one row', () => {
  const failed = markFailed(addSending(from(1), ownMessage), CLIENT_ID)
  expect(states(addSending(failed, ownMessage))).toEqual(['sent', 'sending'])
})

test('old messages are removed, pending ones are not', () => {
  const all = addStored(addSending([], ownMessage), storedMessages(1, 600))
  expect(trimEntries(all, 560)).toBe(all)
  const entries = trimEntries(all, 500)
  expect(entries).toHaveLength(500)
  expect(texts(entries).at(0)).toBe('message 102')
  expect(texts(entries).at(-1)).toBe('mine')
})

test('the latest messages replace earlier ones, and keep later and pending ones', () => {
  const before = addSending(addStored([], [...storedMessages(1, 3), storedMessage(13)]), ownMessage)
  const latest = addLatest(before, storedMessages(10, 12))
  expect(texts(latest)).toEqual(['message 10', 'message 11', 'message 12', 'message 13', 'mine'])
  expect(addLatest(latest, [])).toBe(latest)
})

test('the next request starts a few messages before the newest stored one', () => {
  expect(findResumeId([])).toBeUndefined()
  expect(findResumeId(addSending([], ownMessage))).toBeUndefined()
  expect(findResumeId(addSending(from(4, 5), ownMessage))).toBe(storedMessage(4).id)
  expect(findResumeId(addStored([], storedMessages(1, 50)))).toBe(storedMessage(41).id)
})
