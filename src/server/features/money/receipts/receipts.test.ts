import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { checkCapture } from '#server/features/money/payments/check-capture.ts'
import { applyPaymentEvent } from '#server/features/money/payments/event-job.ts'
import { createCreator, idOf, payOrder } from '#server/features/money/tips/test-tips.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { enqueueSubscriptionReceipt } from './enqueue-receipts.ts'

let server: TestApp
let smtp: TestSmtpServer
beforeAll(async () => {
  smtp = await TestSmtpServer.start()
  server = await startTestApp({ env: smtp.env, database: await createTestDatabase() })
  await server.admin.signUp()
})
afterEach(() => void smtp.received.splice(0))
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

/**
 * Resolves when every mail was sent, and none waits for another attempt. The checks of captures come half a minute
 * later.
 */
const untilIdle = ({ database }: TestApp = server) =>
  vi.waitFor(async () => {
    const { rows } = await database.db.execute(sql`
      select id from graphile_worker.jobs where task_identifier <> ${checkCapture.name}`)
    expect(rows).toEqual([])
  })

type Names = { firstName: string | null; lastName: string | null }

/** Confirms a member's address, and changes the name. */
async function confirm(
  { user }: TestClient,
  { app = server, ...names }: { app?: TestApp } & Partial<Names> = {},
) {
  const change = { emailVerifiedAt: new Date(), ...names }
  await app.database.db.update(users).set(change).where(eq(users.id, user.id))
}

/** A creator and a fan with confirmed addresses, who have read their first mails. */
async function createUsers(): Promise<{ creator: TestClient; fan: TestClient }> {
  const [creator, fan] = [await createCreator(server), await server.member()]
  await confirm(fan, { firstName: 'Esi', lastName: 'Boateng' })
  await confirm(creator, { firstName: 'Ama', lastName: 'Mensah' })
  await untilIdle()
  smtp.received.splice(0)
  return { creator, fan }
}

const claim = (fan: TestClient, { user }: TestClient, order: string, amount: string) =>
  fan.post('/api/tips', {
    streamerId: user.id,
    amount,
    paypalOrderId: order,
    message: 'For your next lesson',
  })

test('payer and creator get one mail each for a tip, with names and never an address', async () => {
  const { creator, fan } = await createUsers()
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '25.00' })
  await Promise.all(Array.from({ length: 5 }, () => claim(fan, creator, id, '25.00')))
  await untilIdle()
  expect(smtp.received).toHaveLength(2)
  const [sent] = smtp.mailsTo(fan.user.email)
  expect(sent?.header('Subject')).toBe('Your tip of $25.00 to Ama Mensah')
  expect(sent?.body).toContain('Sandbox: no money moves.')
  expect(sent?.body).toContain(`Payment ${id}`)
  expect(sent?.body).toContain('/journey?tab=payments')
  expect(sent?.body).not.toContain(creator.user.email)
  const [received] = smtp.mailsTo(creator.user.email)
  expect(received?.header('Subject')).toBe('Esi Boateng sent you a tip of $25.00')
  expect(received?.body).toContain('For your next lesson')
  expect(received?.body).toContain('Sandbox: no money moves.')
  expect(received?.body).not.toContain(fan.user.email)
  expect(received?.body).not.toContain('passes it on to you')
})

test('payer and creator get a mail about each refund', async () => {
  const { creator, fan } = await createUsers()
  const { id } = await payOrder(server, fan, { amount: '10.00' })
  const tip = idOf(await claim(fan, creator, id, '10.00'))
  await untilIdle()
  const [received] = smtp.mailsTo(creator.user.email)
  expect(received?.body).toContain('passes it on to you')
  smtp.received.splice(0)
  const refund = (body?: object) => server.admin.post(`/api/admin/tips/${tip}/refund`, body)
  const atOnce = { amount: '4.00', refundedAmount: '0' }
  await Promise.all([refund(atOnce), refund(atOnce)])
  await untilIdle()
  expect(smtp.received).toHaveLength(2)
  await refund()
  await untilIdle()
  const subjects = ({ user }: TestClient) =>
    smtp
      .mailsTo(user.email)
      .map((mail) => mail.header('Subject'))
      .toSorted()
  expect(subjects(fan)).toEqual([
    '$4.00 of your tip to Ama Mensah was refunded',
    '$6.00 of your tip to Ama Mensah was refunded',
  ])
  expect(subjects(creator)).toEqual([
    '$4.00 of a tip from Esi Boateng was refunded',
    '$6.00 of a tip from Esi Boateng was refunded',
  ])
})

test('payer and creator are told of a payment that the bank took back', async () => {
  const { creator, fan } = await createUsers()
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '8.00' })
  await claim(fan, creator, id, '8.00')
  await untilIdle()
  smtp.received.splice(0)
  const reversal = { id: 'reversal-1', amount: null }
  const event = { id: 'reversal', type: 'reversed', subject: { kind: 'order', id }, reversal }
  await server.runJob(applyPaymentEvent, event)
  await untilIdle()
  const [sent] = smtp.mailsTo(fan.user.email)
  expect(sent?.header('Subject')).toBe('Your tip of $8.00 to Ama Mensah was reversed')
  const [received] = smtp.mailsTo(creator.user.email)
  expect(received?.header('Subject')).toBe('A tip of $8.00 from Esi Boateng was reversed')
})

test('a receipt to an address that is not confirmed says so, without any text of the other side', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  await untilIdle()
  for (const { user } of [creator, fan])
    await server.database.db
      .update(users)
      .set({ firstName: 'Buy now:', lastName: 'example.com' })
      .where(eq(users.id, user.id))
  smtp.received.splice(0)
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  await claim(fan, creator, id, '5.00')
  await untilIdle()
  for (const { user } of [creator, fan]) {
    const [mail, ...others] = smtp.mailsTo(user.email)
    expect(others).toEqual([])
    expect(mail?.body).toContain("This address isn't confirmed yet.")
    expect(mail?.body).toContain('$5.00')
    expect(mail?.body).not.toContain('For your next lesson')
    const text = `${mail?.header('Subject')} ${mail?.body}`
    expect(text).not.toContain((user === fan.user ? creator : fan).user.handle)
    expect(text).not.toContain('example.com')
  }
  const subjectTo = ({ user }: TestClient) => smtp.mailsTo(user.email)[0]?.header('Subject')
  expect(subjectTo(creator)).toBe('A member sent you a tip of $5.00')
  expect(subjectTo(fan)).toBe('Your tip of $5.00 to a member')
  smtp.received.splice(0)
  await confirm(creator)
  const second = await payOrder(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  await claim(fan, creator, second.id, '5.00')
  await untilIdle()
  const [confirmed] = smtp.mailsTo(creator.user.email)
  expect(confirmed?.body).toContain('For your next lesson')
  expect(confirmed?.body).not.toContain('confirmed yet')
})

test('a mailbox whose address is not confirmed gets five mails an hour that anyone can cause, if no money moves', async () => {
  const creator = await createCreator(server)
  const fan = await server.member()
  await confirm(fan)
  await untilIdle()
  // The mail that asked to confirm the address counts, too.
  expect(smtp.mailsTo(creator.user.email)).toHaveLength(1)
  for (let count = 0; count < 6; count++) {
    const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '5.00' })
    expect((await claim(fan, creator, id, '5.00')).status).toBe(201)
  }
  await untilIdle()
  expect(smtp.mailsTo(creator.user.email)).toHaveLength(5)
  expect(smtp.mailsTo(fan.user.email).filter(({ body }) => body.includes('$5.00'))).toHaveLength(6)
  smtp.received.splice(0)
  await server.database.db.transaction((tx) =>
    enqueueSubscriptionReceipt(tx, {
      userId: creator.user.id,
      amountCents: 500,
      reference: 'I-BW452GLLEP1G',
      isSandbox: false,
      paidAt: new Date(),
    }),
  )
  await untilIdle()
  expect(smtp.mailsTo(creator.user.email)).toHaveLength(1)
})

test('a receipt names a user without a name by the handle', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  await untilIdle()
  await confirm(creator)
  await confirm(fan, { firstName: null, lastName: null })
  smtp.received.splice(0)
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  await claim(fan, creator, id, '5.00')
  await untilIdle()
  const [received] = smtp.mailsTo(creator.user.email)
  expect(received?.header('Subject')).toBe(`@${fan.user.handle} sent you a tip of $5.00`)
})

test('a payment of Creator Pro and a refund are also mailed to addresses that are not confirmed', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id } = await payOrder(server, fan, { amount: '6.00' })
  const tip = idOf(await claim(fan, creator, id, '6.00'))
  await untilIdle()
  smtp.received.splice(0)
  expect((await server.admin.post(`/api/admin/tips/${tip}/refund`)).status).toBe(200)
  const payment = { amountCents: 500, reference: 'I-BW452GLLEP1G', isSandbox: false, paidAt: new Date() }
  await server.database.db.transaction((tx) =>
    enqueueSubscriptionReceipt(tx, { userId: fan.user.id, ...payment }),
  )
  await untilIdle()
  const mails = [...smtp.mailsTo(fan.user.email), ...smtp.mailsTo(creator.user.email)]
  expect(mails).toHaveLength(3)
  for (const mail of mails) expect(mail.body).toContain("This address isn't confirmed yet.")
})

test('a subscriber gets a mail for a payment of Creator Pro', async () => {
  const { fan } = await createUsers()
  await server.database.db.transaction((tx) =>
    enqueueSubscriptionReceipt(tx, {
      userId: fan.user.id,
      amountCents: 500,
      reference: 'I-BW452GLLEP1G',
      isSandbox: false,
      paidAt: new Date('2026-03-01T08:30:00Z'),
    }),
  )
  await untilIdle()
  const [mail] = smtp.mailsTo(fan.user.email)
  expect(mail?.header('Subject')).toBe('Your payment of $5.00 for Creator Pro')
  expect(mail?.body).toContain('You paid $5.00.')
  expect(mail?.body).not.toContain('month')
  expect(mail?.body).toContain('Payment I-BW452GLLEP1G, 2026-03-01 08:30 UTC')
  expect(mail?.body).not.toContain('Sandbox')
})

test('a site without a mail server records tips and enqueues no receipt', async () => {
  const other = await startTestApp()
  try {
    const [creator, fan] = [await createCreator(other), await other.member()]
    for (const member of [creator, fan]) await confirm(member, { app: other })
    const { id } = await payOrder(other, fan, { streamerId: creator.user.id, amount: '5.00' })
    expect((await claim(fan, creator, id, '5.00')).status).toBe(201)
    // Of other kinds there may be some that have not run yet.
    const mails = sql`select id from graphile_worker.jobs where task_identifier = 'mail.send'`
    expect((await other.database.db.execute(mails)).rows).toEqual([])
  } finally {
    await other.close()
  }
})
