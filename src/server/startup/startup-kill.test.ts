import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { rootLocationOf } from '#server/db/embedded/location.ts'
import { makeCheckout, startFrom, survivors, type TestCheckout, USERS } from '#server/testing/checkout.ts'
import { freePort } from '#server/testing/free-port.ts'
import type { RunningApp } from '#server/testing/running-app.ts'

describe.skipIf(process.platform !== 'linux').each(USERS)(
  'killed, when started by $user',
  ({ user, runAs }) => {
    let checkout: TestCheckout
    let app: RunningApp | null = null
    beforeAll(async () => {
      checkout = await makeCheckout(runAs)
    })
    afterAll(() => checkout.remove())
    afterEach(kill)

    async function start(dataDir: string): Promise<RunningApp> {
      app = startFrom(checkout, {
        PORT: '0',
        DATA_DIR: dataDir,
        LIVE_UDP_PORT: String(await freePort('udp')),
      })
      return app
    }

    /** As the system does it when memory is short; then nothing that it started may be left. */
    async function kill(): Promise<void> {
      app?.signal('SIGKILL')
      await app?.ended
      app = null
      await expect.poll(() => survivors(checkout), { timeout: 20_000, interval: 100 }).toEqual([])
    }

    test('at any moment of its first start, it starts again by itself', async () => {
      const dataDir = checkout.newDataDir()
      for (const sign of Array.from({ length: inject('soak') }, () => MOMENTS).flat()) {
        await start(dataDir)
        await expect.poll(() => isThere(dataDir, sign), { timeout: 20_000, interval: 5 }).toBe(true)
        await kill()
      }
      await (await start(dataDir)).url()
    })

    // Afterwards the database is the same, whoever started it.
    if (user === 'root') return

    test('twice under a load of writes: nothing lives on, and no acknowledged row is missing', async () => {
      const dataDir = checkout.newDataDir()
      const acknowledged: number[] = []
      for (let cycle = 0; cycle < 2 * inject('soak'); cycle += 1) {
        await (await start(dataDir)).url()
        expect(await missingRows(dataDir, acknowledged)).toEqual([])
        const writing = writeUntilKilled(dataDir, acknowledged)
        const enough = acknowledged.length + 500
        await expect
          .poll(() => acknowledged.length, { timeout: 20_000, interval: 10 })
          .toBeGreaterThan(enough)
        await kill()
        await writing
      }
      await (await start(dataDir)).url()
      expect(await missingRows(dataDir, acknowledged)).toEqual([])
    })
  },
)

/** What appears first: while secrets are made, the database is made, was just made, starts. */
const MOMENTS = ['database-password', /^data\.part-/, 'data', 'postmaster.pid']

/** A file of that name in the data folder, or in the one that holds the database. */
async function isThere(dataDir: string, sign: string | RegExp): Promise<boolean> {
  const folder = await databaseFolder(dataDir)
  const names = await Promise.all([dataDir, folder, join(folder, 'data')].map(namesIn))
  return names.flat().some((name) => (typeof sign === 'string' ? name === sign : sign.test(name)))
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function databaseFolder(dataDir: string): Promise<string> {
  return (await rootLocationOf(dataDir).catch(() => null)) ?? join(dataDir, 'postgres')
}

const TABLE = 'create table if not exists written_by_test (id integer primary key)'

/** Four clients insert one row after another, noting each that was acknowledged, until their connections break. */
async function writeUntilKilled(dataDir: string, acknowledged: number[]): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 4 }, () => connect(dataDir)))
  let next = (acknowledged.at(-1) ?? 0) + 1000
  await clients[0]?.query(TABLE)
  const write = async (client: pg.Client): Promise<void> => {
    for (;;) {
      const id = (next += 1)
      await client.query('insert into written_by_test values ($1)', [id])
      acknowledged.push(id)
    }
  }
  await Promise.allSettled(clients.map(write))
}

async function missingRows(dataDir: string, acknowledged: number[]): Promise<number[]> {
  const client = await connect(dataDir)
  try {
    await client.query(TABLE)
    const { rows } = await client.query<{ id: number }>('select id from written_by_test')
    const found = new Set(rows.map((row) => row.id))
    return acknowledged.filter((id) => !found.has(id))
  } finally {
    await client.end()
  }
}

/** A connection of the test's own, past the app. */
async function connect(dataDir: string): Promise<pg.Client> {
  const lock = await readFile(join(await databaseFolder(dataDir), 'data', 'postmaster.pid'), 'utf8')
  const [, , , port, host] = lock.split('\n')
  const client = new pg.Client({
    host,
    port: Number(port),
    user: 'creative_wave',
    password: (await readFile(join(dataDir, 'database-password'), 'utf8')).trim(),
    database: 'creative_wave',
    ssl: false,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
