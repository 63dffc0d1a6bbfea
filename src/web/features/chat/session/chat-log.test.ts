import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat.ts'
import {
  type ChatEntry,
  addLatest,
  addSending,
  addStored,
  markFailed,
  resumeId,
  trimmed,
} from './chat-log.ts'
import { ada, ben, storedMessage, storedMessages } from '#web/features/chat/testing/test-messages.ts'

const CLIENT_ID = '0198c1d2-0000-4000-8000-000000000003'
const mine: ChatMessage = { ...storedMessage(0, ada, CLIENT_ID), id: CLIENT_ID, message: 'mine' }
const texts = (entries: readonly ChatEntry[]) => entries.map(({ message }) => message.message)
const states = (entries: readonly ChatEntry[]) => entries.map(({ state }) => state)
const from = (...numbers: number[]) =>
  addStored(
    [],
    numbers.map((number) => storedMessage(number)),
  )

test('messages stand in the order of their ids, in whichever order they came', () => {
  expect(texts(addStored(from(3, 1), [storedMessage(2)]))).toEqual(['message 1', 'message 2', 'message 3'])
})

test('a message that comes twice is shown once, and nothing changes', () => {
  const entries = from(1, 2)
  expect(addStored(entries, [storedMessage(2), storedMessage(1)])).toBe(entries)
  expect(addStored(entries, [])).toBe(entries)
})

test('what is on its way stands at the end, and its stored form takes its place under the same key of the row', () => {
  const waiting = addSending(from(1), mine)
  expect(waiting.at(-1)).toMatchObject({ key: CLIENT_ID, state: 'sending', clientId: CLIENT_ID })
  const later = addStored(waiting, [storedMessage(5)])
  expect(texts(later)).toEqual(['message 1', 'message 5', 'mine'])
  const stored = addStored(later, [storedMessage(3, ada, CLIENT_ID)])
  expect(texts(stored)).toEqual(['message 1', 'message 3', 'message 5'])
  expect(stored[1]).toMatchObject({ key: storedMessage(3).id, state: 'sent', clientId: CLIENT_ID })
  expect(addStored(stored, [storedMessage(3, ada, CLIENT_ID)])).toBe(stored)
})

test('a failed message is replaced by its stored form when that comes after all', () => {
  const failed = markFailed(addSending([], mine), CLIENT_ID)
  expect(states(failed)).toEqual(['failed'])
  expect(states(addStored(failed, [storedMessage(1, ada, CLIENT_ID)]))).toEqual(['sent'])
})

test('a stored form that was known before its row ends that row too', () => {
  const entries = addSending(addStored([], [storedMessage(1, ada, CLIENT_ID)]), mine)
  expect(states(addStored(entries, [storedMessage(1, ada, CLIENT_ID)]))).toEqual(['sent'])
})

test('a stored message cannot fail any more', () => {
  const entries = addStored(addSending([], mine), [storedMessage(1, ada, CLIENT_ID)])
  expect(states(markFailed(entries, CLIENT_ID))).toEqual(['sent'])
})

test('nobody makes another’s message vanish by repeating its clientId', () => {
  const stored = addStored(addSending([], mine), [storedMessage(1, ada, CLIENT_ID)])
  const both = addStored(stored, [storedMessage(2, ben, CLIENT_ID)])
  expect(texts(both)).toEqual(['message 1', 'message 2'])
  expect(new Set(both.map(({ clientId, key }) => clientId ?? key)).size).toBe(2)

  const waiting = addStored(addSending([], mine), [storedMessage(2, ben, CLIENT_ID)])
  expect(states(waiting)).toEqual(['sent', 'sending'])
})

test('of a message that was not written here the clientId is not kept', () => {
  expect(addStored([], [storedMessage(1, ben, CLIENT_ID)])[0]?.clientId).toBeNull()
})

test('sending again is still one row', () => {
  const failed = markFailed(addSending(from(1), mine), CLIENT_ID)
  expect(states(addSending(failed, mine))).toEqual(['sent', 'sending'])
})

test('old messages fall off, waiting ones do not', () => {
  const all = addStored(addSending([], mine), storedMessages(1, 600))
  expect(trimmed(all, 560)).toBe(all)
  const entries = trimmed(all, 500)
  expect(entries).toHaveLength(500)
  expect(texts(entries).at(0)).toBe('message 102')
  expect(texts(entries).at(-1)).toBe('mine')
})

test('the latest messages replace what was before them, and keep what is later or waits', () => {
  const known = addSending(addStored([], [...storedMessages(1, 3), storedMessage(13)]), mine)
  const latest = addLatest(known, storedMessages(10, 12))
  expect(texts(latest)).toEqual(['message 10', 'message 11', 'message 12', 'message 13', 'mine'])
  expect(addLatest(latest, [])).toBe(latest)
})

test('one asks again from a little before the newest stored message', () => {
  expect(resumeId([])).toBeUndefined()
  expect(resumeId(addSending([], mine))).toBeUndefined()
  expect(resumeId(addSending(from(4, 5), mine))).toBe(storedMessage(4).id)
  expect(resumeId(addStored([], storedMessages(1, 50)))).toBe(storedMessage(41).id)
})
