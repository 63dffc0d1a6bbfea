import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { approveOrder, createCreator, openOrder, payOrder } from './test-tips.ts'

let server: TestApp
let payer: TestClient
beforeAll(async () => {
  server = await startTestApp()
  payer = await server.member()
})
afterAll(() => server.close())

const block = (one: TestClient, other: TestClient) => one.put(`/api/users/${other.user.id}/block`)
const refusal = (status: number, code: string) => ({ status, body: { code } })

test('an order from before a block cannot be paid after it, nor get a message', async () => {
  const creator = await createCreator(server)
  const order = { amount: '5.00', streamerId: creator.user.id }
  const [open, paid, withMessage] = [
    await openOrder(payer, { ...order, message: 'From before' }),
    await payOrder(server, payer, order),
    await payOrder(server, payer, { ...order, message: 'From before' }),
  ]
  await approveOrder(server, payer, open.id)
  await block(creator, payer)
  expect(await payer.post(`/api/paypal/order/${open.id}/capture`)).toMatchObject(
    refusal(422, 'cannot_receive'),
  )
  const claim = (paypalOrderId: string, message?: string) =>
    payer.post('/api/tips', { ...order, paypalOrderId, message })
  expect(await claim(paid.id, 'You again')).toMatchObject(refusal(403, 'blocked'))
  expect(await claim(withMessage.id, 'You again')).toMatchObject(refusal(403, 'blocked'))
  // Money that was paid is recorded, with what was written before the block.
  expect((await claim(paid.id)).status).toBe(201)
  expect((await claim(withMessage.id, 'From before')).status).toBe(201)
})

test('no way to write the message of a tip passes the watched words of the chat that shows it', async () => {
  const creator = await createCreator(server)
  const { id: streamId } = await creator.createStream()
  await creator.put(`/api/streams/${streamId}`, { isLive: true })
  const words = { watchedWords: ['gossip'], watchedWordsAction: 'refuse' }
  await creator.put(`/api/streams/${streamId}/chat-rules`, words)
  const tip = { amount: '5.00', streamerId: creator.user.id }
  const message = 'Gossip!'
  const refused = refusal(422, 'watched_word')
  // Without a stream the tip is shown in the live one.
  for (const order of [{ ...tip, streamId }, tip]) {
    expect(await payer.post('/api/paypal/order', { ...order, message })).toMatchObject(refused)
    const { id: paypalOrderId } = await payOrder(server, payer, order)
    expect(await payer.post('/api/tips', { ...order, paypalOrderId, message })).toMatchObject(refused)
  }
  for (const order of [
    { amount: '6.00', message },
    { amount: '6.00', streamerId: creator.user.id, streamId: null, message },
  ]) {
    const { id: paypalOrderId } = await payOrder(server, payer, order)
    const claim = { amount: '6.00', streamerId: creator.user.id, streamId, message, paypalOrderId }
    expect(await payer.post('/api/tips', claim)).toMatchObject(refused)
  }
})

test('the message of a new account has no link', async () => {
  const creator = await createCreator(server)
  const order = { amount: '5.00', streamerId: creator.user.id }
  const { id: paypalOrderId } = await payOrder(server, payer, order)
  await server.admin.post('/api/admin/settings', { key: 'community.newAccountHours', value: '24' })
  await server.admin.post('/api/admin/settings', { key: 'community.newAccountLinks', value: 'false' })
  const message = 'See https://example.org/shop'
  const refused = refusal(422, 'new_account')
  expect(await payer.post('/api/paypal/order', { ...order, message })).toMatchObject(refused)
  expect(await payer.post('/api/tips', { ...order, message, paypalOrderId })).toMatchObject(refused)
})
