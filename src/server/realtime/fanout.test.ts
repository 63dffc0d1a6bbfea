import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pino } from 'pino'
import { Redis } from 'ioredis'
import { RowChangeListener } from '#server/db/row-change-listener.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { PostgresFanout } from './postgres-fanout.ts'
import { RedisFanout } from './redis-fanout.ts'
import { testFanout } from './testing/fanout-contract.ts'
import { hasRedisServer, startRedisServer } from './testing/redis-server.ts'

const log = pino({ level: 'silent' })
const RECONNECTED = { timeout: 20_000 }

describe('with NOTIFY', () => {
  testFanout(async () => {
    const { pool, close } = await createTestDatabase()
    onTestFinished(close)
    return {
      async open() {
        const rowChanges = new RowChangeListener(pool, log)
        onTestFinished(() => rowChanges.close())
        await vi.waitFor(() => expect(rowChanges.isConnected).toBe(true))
        return new PostgresFanout({ pool, rowChanges, log, hasPages: true })
      },
    }
  })

  /** Opens a process of a site, whose statements are counted. */
  async function openCounted(
    pool: pg.Pool,
    { heartbeatMs, hasPages }: { heartbeatMs: number; hasPages: boolean },
  ) {
    const rowChanges = new RowChangeListener(pool, log)
    onTestFinished(() => rowChanges.close())
    await vi.waitFor(() => expect(rowChanges.isConnected).toBe(true))
    const query = vi.fn(async (text: string, values: string[][]) => void (await pool.query(text, values)))
    // Boundary: the fanout calls this one form of it.
    const counted = { query } as unknown as Pick<pg.Pool, 'query'>
    const fanout = new PostgresFanout({ pool: counted, rowChanges, log, hasPages, heartbeatMs })
    onTestFinished(() => fanout.close())
    const received: string[] = []
    fanout.onPayload((payload) => received.push(payload))
    const sent = () =>
      query.mock.calls.flatMap(([, values]) => values[1] ?? []).filter((each) => each.startsWith('updates:'))
    return { fanout, received, sent }
  }

  test('the only process with pages sends nothing, and sends again to one that starts later', async () => {
    const { pool, close } = await createTestDatabase()
    onTestFinished(close)
    const [app, worker] = [
      await openCounted(pool, { heartbeatMs: 50, hasPages: true }),
      await openCounted(pool, { heartbeatMs: 50, hasPages: false }),
    ]
    await vi.waitFor(() => expect(app.fanout.mayBeHeard).toBe(false))
    const sentBefore = app.sent()
    app.fanout.send('alone')
    worker.fanout.send('from the worker')
    await vi.waitFor(() => expect(app.received).toEqual(['from the worker']))
    expect(app.sent()).toEqual(sentBefore)
    const second = await openCounted(pool, { heartbeatMs: 50, hasPages: true })
    await vi.waitFor(() => {
      app.fanout.send('together')
      expect(second.received).toContain('together')
    })
  })

  test('payloads that are dropped because too many wait are counted in the log', async () => {
    const { pool, close } = await createTestDatabase()
    onTestFinished(close)
    const lines: { msg: string; lost?: number }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const rowChanges = new RowChangeListener(pool, log)
    onTestFinished(() => rowChanges.close())
    const fanout = new PostgresFanout({ pool, rowChanges, log: pino({}, { write }), hasPages: false })
    for (let count = 0; count < 10_003; count++) fanout.send('waits')
    await fanout.close()
    expect(lines).toMatchObject([{ msg: 'other processes missed updates of pages', lost: 3 }])
  })
})

describe.skipIf(!hasRedisServer())('with Redis', () => {
  testFanout(async () => {
    const server = await startRedisServer()
    onTestFinished(() => server.close())
    const site = randomUUID()
    return { open: () => RedisFanout.open({ url: server.url, site, log }) }
  })

  test('two sites on one server hear nothing of each other', async () => {
    const server = await startRedisServer()
    onTestFinished(() => server.close())
    const open = async (site: string) => {
      const fanout = await RedisFanout.open({ url: server.url, site, log })
      onTestFinished(() => fanout.close())
      const received: string[] = []
      fanout.onPayload((payload) => received.push(payload))
      return { fanout, received }
    }
    const [first, second, stranger] = [await open('a'), await open('a'), await open('b')]
    first.fanout.send('private')
    await vi.waitFor(() => expect(second.received).toEqual(['private']))
    expect(stranger.received).toEqual([])
  })

  test('after a restart of the server payloads arrive again', async () => {
    let server = await startRedisServer()
    const open = () => RedisFanout.open({ url: server.url, site: 'a', log })
    const [first, second] = [await open(), await open()]
    onTestFinished(() => first.close())
    onTestFinished(() => second.close())
    const received: string[] = []
    second.onPayload((payload) => received.push(payload))
    await server.close()
    first.send('lost')
    server = await startRedisServer(server.port)
    onTestFinished(() => server.close())
    await vi.waitFor(() => {
      first.send('again')
      expect(received).toContain('again')
    })
    expect(received).not.toContain('lost')
  })

  test('an outage is not logged again with each attempt, and at its end how many payloads were lost', async () => {
    let server = await startRedisServer()
    const lines: { msg: string; lost?: number; err?: { message: string } }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const fanout = await RedisFanout.open({ url: server.url, site: 'a', log: pino({}, { write }) })
    onTestFinished(() => fanout.close())
    await server.close()
    const count = (text: string) => lines.filter(({ msg }) => msg === text).length
    const [failed, back] = ['the connection to REDIS_URL failed', 'the connection to REDIS_URL is back']
    await vi.waitFor(() => expect(count(failed)).toBeGreaterThanOrEqual(2), RECONNECTED)
    for (let sent = 0; sent < 5; sent++) fanout.send('lost')
    let attempts = 0
    const refusing = createServer((socket) => {
      attempts += 1
      socket.destroy()
    })
    refusing.listen(server.port, '127.0.0.1')
    onTestFinished(() => void refusing.close())
    await vi.waitFor(() => expect(attempts).toBeGreaterThan(8), RECONNECTED)
    // Each of the two connections logs each way in which an attempt fails.
    const causes = lines.flatMap(({ err }) => err?.message ?? [])
    for (const cause of causes) expect(causes.filter((each) => each === cause).length).toBeLessThanOrEqual(2)
    refusing.close()
    await once(refusing, 'close')
    server = await startRedisServer(server.port)
    onTestFinished(() => server.close())
    await vi.waitFor(() => expect(count(back)).toBe(2), RECONNECTED)
    expect(lines.filter(({ lost }) => lost)).toMatchObject([
      { msg: 'other processes missed updates of pages', lost: 5 },
    ])
  })

  test('payloads that a connected server refuses are logged with the reason, once', async () => {
    const server = await startRedisServer()
    onTestFinished(() => server.close())
    const lines: { msg: string; err?: { message: string } }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const fanout = await RedisFanout.open({ url: server.url, site: 'a', log: pino({}, { write }) })
    onTestFinished(() => fanout.close())
    const operator = new Redis(server.url)
    await operator.call('ACL', 'SETUSER', 'default', '-publish')
    await operator.quit()
    for (let count = 0; count < 5; count++) fanout.send('refused')
    await fanout.close()
    expect(lines.map(({ msg }) => msg)).toEqual([
      'other processes miss updates of pages',
      'other processes missed updates of pages',
    ])
    expect(lines[0]?.err?.message).toContain('NOPERM')
    expect(lines[1]).toMatchObject({ lost: 5 })
  })

  test('a server that cannot be reached is an error', async () => {
    const server = await startRedisServer()
    await server.close()
    await expect(RedisFanout.open({ url: server.url, site: 'a', log })).rejects.toThrow(/connect|closed/i)
  })
})
