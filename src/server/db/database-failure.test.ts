import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { databaseFailureOf } from './database-failure.ts'
import { LONG_LIMITS, openPool } from './pool.ts'

let server: TestApp
let failure: Error
const logged: string[] = []
beforeAll(async () => {
  server = await startTestApp({
    findCheckout: () => Promise.reject(failure),
    log: pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line).msg) }),
  })
})
afterAll(() => server.close())

/** Calls what fails with an error of this code; returns the status and what was logged. */
async function failWith(code: string) {
  failure = Object.assign(new Error(`${code}: it failed`), { code })
  logged.length = 0
  const member = await server.member()
  const { status } = await member.get('/checkout/an-order')
  return { status, log: [...logged] }
}

test.each(['ETIMEDOUT', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN'])(
  '%s of another connection than one to the database is not called a failure of the database',
  async (code) => {
    const { status, log } = await failWith(code)
    expect(status).toBe(500)
    expect(log).toEqual(['a request failed'])
  },
)

test.each(['ENOSPC', 'EDQUOT'])('%s of the disk of the app gets 503', async (code) => {
  expect(await failWith(code)).toEqual({ status: 503, log: ['the disk is full'] })
})

test('a refused connection is a failure of the database if it was one to it', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1 }, pino({ level: 'silent' }), LONG_LIMITS)
  onTestFinished(() => pool.end())
  for (const call of [() => pool.connect(), () => pool.query('select 1')]) {
    const error: unknown = await call().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(databaseFailureOf(new Error('not stored', { cause: error }))).toBe('unreachable')
  }
  const [error] = await once(connect(1, '127.0.0.1'), 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  expect(databaseFailureOf(error)).toBeNull()
})
