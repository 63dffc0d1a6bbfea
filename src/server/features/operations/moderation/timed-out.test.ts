import { afterAll, beforeAll, expect, test } from 'vitest'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { createCreator, payOrder } from '#server/features/money/tips/test-tips.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { timeOut } from './test-time-out.ts'

let server: TestApp
let member: TestClient
beforeAll(async () => {
  server = await startTestApp()
  member = await createCreator(server)
})
afterAll(() => server.close())

test('a time-out ends what the member broadcasts, and refuses every way to show others something', async () => {
  const creator = await createCreator(server)
  const [video, draft] = [
    await storeVideo(server.database.db, member.user.id, { isPublished: true }),
    await storeVideo(server.database.db, member.user.id),
  ]
  const { id: streamId } = await member.createStream()
  const { id: link } = Object(
    (await member.post('/api/creator/social-links', { platform: 'website', url: 'https://example.org/' }))
      .body,
  )
  await member.put(`/api/streams/${streamId}`, { isLive: true })
  const { id: paypalOrderId } = await payOrder(server, member, {
    amount: '5.00',
    streamerId: creator.user.id,
  })
  await timeOut(server, member)

  const { body } = await member.get(`/api/streams/${streamId}`)
  expect(streamSchema.parse(body).isLive).toBe(false)
  const tip = { amount: '5.00', streamerId: creator.user.id, message: 'You again' }
  const calls: [method: string, path: string, body: object][] = [
    ['PUT', `/api/streams/${streamId}`, { isLive: true }],
    ['PUT', `/api/streams/${streamId}`, { title: 'You again' }],
    ['PUT', `/api/streams/${streamId}`, { description: 'You again' }],
    ['PUT', `/api/streams/${streamId}`, { scheduledFor: new Date(Date.now() + 86_400_000).toISOString() }],
    ['PUT', `/api/streams/${streamId}`, { settings: { isPublic: true } }],
    ['PUT', `/api/creator/videos/${video}`, { title: 'You again' }],
    ['PUT', `/api/creator/videos/${draft}`, { isPublished: true }],
    ['PUT', `/api/creator/videos/${draft}`, { publishAt: new Date(Date.now() + 86_400_000).toISOString() }],
    ['PUT', `/api/creator/videos/${video}/captions/en`, { url: '/files/none' }],
    ['PUT', '/api/auth/profile', { bio: 'You again' }],
    ['PUT', '/api/auth/profile', { firstName: 'You again' }],
    ['PUT', '/api/auth/avatar', { url: '/files/none' }],
    ['POST', '/api/creator/social-links', { platform: 'website', url: 'https://example.org/' }],
    ['PUT', `/api/creator/social-links/${link}`, { displayName: 'You again' }],
    ['POST', '/api/creator/emoji', { name: 'you_again', url: '/files/none' }],
    ['POST', '/api/paypal/order', tip],
    ['POST', '/api/tips', { ...tip, paypalOrderId }],
  ]
  for (const [method, path, sent] of calls)
    expect([path, sent, await member.send(method, path, sent)]).toMatchObject([
      path,
      sent,
      { status: 403, body: { code: 'timed_out' } },
    ])
})

test('taking back stays possible, and a tip without words', async () => {
  const creator = await createCreator(server)
  const other = await server.member()
  const video = await storeVideo(server.database.db, other.user.id, { isPublished: true })
  const { id: streamId } = await other.createStream({ description: 'Words' })
  const order = { amount: '5.00', streamerId: creator.user.id, message: 'From before' }
  const { id: paypalOrderId } = await payOrder(server, other, order)
  await timeOut(server, other)
  const calls: [method: string, path: string, body: object][] = [
    ['PUT', `/api/streams/${streamId}`, { description: null, settings: { isPublic: false } }],
    ['PUT', `/api/creator/videos/${video}`, { isPublic: false }],
    ['PUT', `/api/creator/videos/${video}`, { description: '', tags: [] }],
    ['PUT', '/api/auth/profile', { bio: null, bioMultilingual: {} }],
    ['DELETE', '/api/auth/avatar', {}],
    ['DELETE', `/api/streams/${streamId}`, {}],
    ['POST', '/api/paypal/order', { amount: '5.00', streamerId: creator.user.id }],
    ['POST', '/api/tips', { ...order, paypalOrderId }],
  ]
  for (const [method, path, sent] of calls) {
    const { status, body } = await other.send(method, path, sent)
    expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(300)
  }
})
