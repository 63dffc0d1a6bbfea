import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pino } from 'pino'
import { RowChangeListener } from '#server/db/row-change-listener.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { PostgresFanout } from './postgres-fanout.ts'
import { RedisFanout } from './redis-fanout.ts'
import { testFanout } from './testing/fanout-contract.ts'
import { hasRedisServer, startRedisServer } from './testing/redis-server.ts'

const log = pino({ level: 'silent' })

describe('with NOTIFY', () => {
  testFanout(async () => {
    const { pool, close } = await createTestDatabase()
    onTestFinished(close)
    return {
      async open() {
        const rowChanges = new RowChangeListener(pool, log)
        onTestFinished(() => rowChanges.close())
        await vi.waitFor(() => expect(rowChanges.isConnected).toBe(true))
        return new PostgresFanout({ pool, rowChanges, log })
      },
    }
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

  test('a server that cannot be reached is an error', async () => {
    const server = await startRedisServer()
    await server.close()
    await expect(RedisFanout.open({ url: server.url, site: 'a', log })).rejects.toThrow(/connect|closed/i)
  })
})
