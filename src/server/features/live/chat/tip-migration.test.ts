import { expect, onTestFinished, test } from 'vitest'
import { migrateTo } from '#server/db/testing/earlier-migrations.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { presentMessage } from './present-message.ts'
import { listAfter } from './queries.ts'
import { findTipMessage, listTipMessagesAfter } from './tip-queries.ts'

/** The first migration that keeps what is shown of a tip with its message. */
const KEPT = 70

const id = (number: number) => `0198c1d2-0000-7000-8000-${String(number).padStart(12, '0')}`
const [CREATOR, FAN, STREAM, START] = [id(1), id(2), id(3), id(0)]

/** A tip of 20 dollars in the sandbox, one of 7 by PayPal of which 3 were refunded, and two messages without a tip. */
const ROWS = `
  insert into users (id, email, handle, password_hash) values
    ('${CREATOR}', 'creator@example.org', 'creator', ''), ('${FAN}', 'fan@example.org', 'fan', '');
  insert into streams (id, streamer_id, title, category) values ('${STREAM}', '${CREATOR}', 'Choir', 'music');
  insert into payment_orders (id, provider, is_sandbox, provider_order_id, payer_id, creator_id, amount_cents, currency, status)
    values ('${id(11)}', 'sandbox', true, 'S1', '${FAN}', '${CREATOR}', 2000, 'USD', 'completed'),
      ('${id(12)}', 'paypal', false, 'P1', '${FAN}', '${CREATOR}', 700, 'USD', 'completed');
  insert into tips (id, order_id, is_sandbox, streamer_id, tipper_id, stream_id, amount_cents, refunded_cents, currency,
      paypal_order_id, status) values
    ('${id(21)}', '${id(11)}', true, '${CREATOR}', '${FAN}', '${STREAM}', 2000, 0, 'USD', 'S1', 'completed'),
    ('${id(22)}', '${id(12)}', false, '${CREATOR}', '${FAN}', '${STREAM}', 700, 300, 'USD', 'P1', 'completed');
  insert into chat_messages (id, stream_id, user_id, message, tip_id) values
    ('${id(31)}', '${STREAM}', '${FAN}', 'one', null), ('${id(32)}', '${STREAM}', '${FAN}', 'two', '${id(21)}'),
    ('${id(33)}', '${STREAM}', '${FAN}', '', '${id(22)}'), ('${id(34)}', '${STREAM}', '${FAN}', 'four', null);`

test('an update shows the tips of messages as before', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  await migrateTo(pool, KEPT)
  await pool.query(ROWS)
  await applyMigrations(pool)
  const all = { streamId: STREAM, afterId: START, limit: 10 }
  const [sandbox, real] = [
    { id: id(21), amount: '20.00', currency: 'USD', isSandbox: true },
    { id: id(22), amount: '7.00', currency: 'USD', isSandbox: false },
  ]
  const shown = (await listAfter(db, all, null)).map(presentMessage)
  expect(shown.map(({ message, tip }) => [message, tip])).toEqual([
    ['one', null],
    ['two', sandbox],
    ['', real],
    ['four', null],
  ])
  const ofTips = (await listTipMessagesAfter(db, all, null)).map(presentMessage)
  expect(ofTips.map(({ tip }) => tip)).toEqual([sandbox, real])
  expect((await findTipMessage(db, id(22)))?.id).toBe(id(33))
  await expect(pool.query(`update chat_messages set tip_cents = null`)).rejects.toThrow('chat_messages_tip')
})
