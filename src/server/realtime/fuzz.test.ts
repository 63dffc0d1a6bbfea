import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { upstream } from '#shared/realtime.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient, TestSocket } from '#server/testing/test-client.ts'
import { SOCKET_LIMITS } from './socket-limits.ts'

let server: TestApp
let member: TestClient
let streamId: string
let bystander: TestSocket
beforeAll(async () => {
  const unlimited = { points: 1_000_000, seconds: 60 }
  server = await startTestApp({
    rates: { chat: unlimited, joins: unlimited, joinsOfAddress: unlimited, offers: unlimited },
    socketLimits: { ...SOCKET_LIMITS, flood: 1_000_000, floodOfClient: 1_000_000, floodOfAddress: 1_000_000 },
  })
  member = await server.member()
  ;({ id: streamId } = await member.createStream())
  bystander = await (await server.member()).openSubscribedSocket(streamId)
})
afterAll(() => server.close())

/** After each test another user's socket still works. */
afterEach(async () => {
  expect(await bystander.roundTrip()).toBe(true)
  const response = await member.post('/api/chat/send', { streamId, message: 'still here' })
  expect(response.status).toBe(201)
  await bystander.waitFor('chat_message', ({ data }) => data.message === 'still here')
})

const TYPES = upstream.def.options.map((option) => option.shape.type.def.values[0])
const FIELDS = [
  ...new Set(upstream.def.options.flatMap((option) => Object.keys(option.shape))),
  '__proto__',
  'constructor',
].filter((name) => name !== 'type')

const someId = () => fc.oneof(fc.uuid(), fc.constant(streamId), fc.constant(member.user.id))
const someValue = () => fc.oneof(fc.jsonValue(), someId(), fc.string({ unit: 'binary' }), fc.constant(null))
/** A known type, mostly with an existing stream, so that many messages pass the first checks. */
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
/** Nearly always valid by its schema, with random content. */
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

/** Sends all over one socket: each message is handled or refused, or the socket is closed with one of these codes. */
async function sendAll(messages: readonly string[], client: TestClient): Promise<void> {
  const socket = await client.openSocket()
  for (const message of messages) socket.send(message)
  const outcome = await Promise.race([socket.roundTrip(), socket.closed])
  if (outcome !== true) expect([1003, 1007, 1009, 4403]).toContain(outcome.code)
  expect(socket.received.filter((each) => each.type === 'error' && each.code === 'internal')).toEqual([])
  socket.close()
}

const batches = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 20 })
const runs = { numRuns: 60 * inject('soak') }

test('text that is not a valid message causes no internal error', async () => {
  await fc.assert(
    fc.asyncProperty(batches(fc.oneof(fc.string({ unit: 'binary' }), fc.json())), (texts) =>
      sendAll(texts, server.client()),
    ),
    runs,
  )
})

test('messages of known types with arbitrary fields cause no internal error', async () => {
  const messages = fc.asyncProperty(batches(someMessage()), (batch) =>
    sendAll(
      batch.map((each) => JSON.stringify(each)),
      member,
    ),
  )
  await fc.assert(messages, runs)
})

test('valid signalling and chat messages with random content cause no internal error', async () => {
  const messages = fc.asyncProperty(batches(signalling()), (batch) =>
    sendAll(
      batch.map((each) => JSON.stringify(each)),
      member,
    ),
  )
  await fc.assert(messages, runs)
})
