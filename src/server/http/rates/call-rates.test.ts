import { expect, test } from 'vitest'
import { type Identity, clientKeyOf } from '#server/realtime/connection.ts'
import { consumeRate } from './call-rates.ts'
import { createRateLimits, rateOf } from './rate-limits.ts'

const visitor = (visitorId: string): Identity => ({
  user: null,
  visitorId,
  sessionId: null,
  address: '192.0.2.1',
  userAgent: null,
})

test('a request over the limit of its address creates no counter for its visitor', async () => {
  const limits = createRateLimits(() => ({ points: 2, seconds: 60 }))
  const consume = (identity: Identity) =>
    consumeRate(limits, { name: 'viewerOffers', ofAddress: 'viewerOffersOfAddress' }, identity)
  await consume(visitor('first'))
  await consume(visitor('second'))
  await expect(consume(visitor('third'))).rejects.toMatchObject({ status: 429 })
  const isCounted = (identity: Identity) => limits.has(rateOf('viewerOffers'), clientKeyOf(identity))
  expect(await isCounted(visitor('second'))).toBe(true)
  expect(await isCounted(visitor('third'))).toBe(false)
})
