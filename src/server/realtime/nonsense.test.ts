import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { upstream } from '#shared/realtime.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient, TestSocket } from '#server/testing/test-client.ts'
import { SOCKET_LIMITS } from './sockets.ts'

let server: TestApp
let member: TestClient
let streamId: string
let calm: TestSocket
beforeAll(async () => {
  const many = { points: 1_000_000, seconds: 60 }
  server = await startTestApp({
    rates: { chat: many, joins: many, joinsOfAddress: many, offers: many },
    socketLimits: { ...SOCKET_LIMITS, flood: 1_000_000 },
  })
  member = await server.member()
  ;({ id: streamId } = await member.createStream())
  calm = await (await server.member()).subscribed(streamId)
})
afterAll(() => server.close())

/** Whatever was sent to others: this socket goes on. */
afterEach(async () => {
  expect(await calm.settled()).toBe(true)
  const heard = await member.post('/api/chat/send', { streamId, message: 'still here' })
  expect(heard.status).toBe(201)
  await calm.waitFor('chat_message', ({ data }) => data.message === 'still here')
})

const TYPES = upstream.def.options.map((option) => option.shape.type.def.values[0])
const FIELDS = [
  ...new Set(upstream.def.options.flatMap((option) => Object.keys(option.shape))),
  '__proto__',
  'constructor',
].filter((name) => name !== 'type')

const someId = () => fc.oneof(fc.uuid(), fc.constant(streamId), fc.constant(member.user.id))
const someValue = () => fc.oneof(fc.jsonValue(), someId(), fc.string({ unit: 'binary' }), fc.constant(null))
/** A known type; its stream is there more often than not, so that the message comes as far as it can. */
const someMessage = () =>
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      streamId: fc.oneof(
        { weight: 3, arbitrary: fc.constant(streamId) },
        { weight: 1, arbitrary: someValue() },
      ),
      fields: fc.dictionary(fc.constantFrom(...FIELDS), someValue(), { maxKeys: 5 }),
    })
    .map(({ fields, ...rest }) => ({ ...fields, ...rest }))
const sdp = () =>
  fc.record({ type: fc.constantFrom('offer', 'answer', 'pranswer'), sdp: fc.string({ minLength: 1 }) })
const candidate = () =>
  fc.record({ candidate: fc.string(), sdpMid: fc.string({ maxLength: 70 }), sdpMLineIndex: fc.integer() })
/** Fits its schema nearly always, and means nothing. */
const signalling = () =>
  fc.oneof(
    fc.record({ type: fc.constant('webrtc_offer'), streamId: someId(), data: sdp() }),
    fc.record({ type: fc.constant('webrtc_answer'), streamId: someId(), answer: sdp() }),
    fc.record({ type: fc.constant('webrtc_ice_candidate'), streamId: someId(), candidate: candidate() }),
    fc.record({
      type: fc.constant('chat_message'),
      streamId: someId(),
      content: fc.string({ unit: 'binary', maxLength: 600 }),
      clientId: someId(),
      replyTo: someId(),
    }),
  )

/** Sends it all over a socket of its own: each is answered with an error or taken, or the socket closes by a rule. */
async function survives(messages: readonly string[], client: TestClient): Promise<void> {
  const socket = await client.socket()
  for (const message of messages) socket.send(message)
  const end = await Promise.race([socket.settled(), socket.closed])
  if (end !== true) expect([1003, 1007, 1009, 4403]).toContain(end.code)
  expect(socket.received.filter((each) => each.type === 'error' && each.code === 'internal')).toEqual([])
  socket.close()
}

const batches = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 20 })
const runs = { numRuns: 60 * inject('soak') }

test('text that is no message is answered and forgotten', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(batches(fc.oneof(fc.string({ unit: 'binary' }), fc.json())), (texts) =>
      survives(texts, server.client()),
    ),
    runs,
  )
})

test('known messages with any fields fail nobody', { timeout: 60_000 }, async () => {
  const messages = fc.asyncProperty(batches(someMessage()), (batch) =>
    survives(
      batch.map((each) => JSON.stringify(each)),
      member,
    ),
  )
  await fc.assert(messages, runs)
})

test('signalling and chat that mean nothing fail nobody', { timeout: 60_000 }, async () => {
  const messages = fc.asyncProperty(batches(signalling()), (batch) =>
    survives(
      batch.map((each) => JSON.stringify(each)),
      member,
    ),
  )
  await fc.assert(messages, runs)
})
