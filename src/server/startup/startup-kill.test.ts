import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { findRootLocation } from '#server/db/embedded/location.ts'
import {
  makeCheckout,
  startFrom,
  remainingProcesses,
  type TestCheckout,
  USERS,
} from '#server/testing/checkout.ts'
import { freePort } from '#server/testing/free-port.ts'
import type { RunningApp } from '#server/testing/running-app.ts'

describe.skipIf(process.platform !== 'linux').each(USERS)(
  'the app, started by $user and killed',
  ({ user, runAs }) => {
    let checkout: TestCheckout
    let dataDir: string
    let app: RunningApp | null = null
    beforeAll(async () => {
      checkout = await makeCheckout(runAs)
      dataDir = checkout.newDataDir()
    })
    afterAll(() => checkout.remove())
    afterEach(kill)

    async function start(): Promise<RunningApp> {
      app = startFrom(checkout, {
        PORT: '0',
        DATA_DIR: dataDir,
        LIVE_UDP_PORT: String(await freePort('udp')),
      })
      return app
    }

    /** Kills the app as the kernel does when memory runs out, and expects all of its processes to end. */
    async function kill(): Promise<void> {
      app?.signal('SIGKILL')
      await app?.ended
      app = null
      await expect.poll(() => remainingProcesses(checkout), { timeout: 20_000, interval: 200 }).toEqual([])
    }

    test('at any stage of its first start, can be started again', async () => {
      for (const file of Array.from({ length: inject('soak') }, () => FILE_OF_EACH_STAGE).flat()) {
        await start()
        await expect.poll(() => fileExists(dataDir, file), { timeout: 20_000, interval: 20 }).toBe(true)
        await kill()
      }
      await (await start()).url()
    })

    // The following test does not depend on the OS user.
    if (user === 'root') return

    test('during writes, leaves no process and loses no acknowledged row', async () => {
      const acknowledged: number[] = []
      for (let cycle = 0; cycle < inject('soak'); cycle += 1) {
        await (await start()).url()
        expect(await missingRows(dataDir, acknowledged)).toEqual([])
        const writing = writeUntilKilled(dataDir, acknowledged)
        const enough = acknowledged.length + 500
        await expect
          .poll(() => acknowledged.length, { timeout: 20_000, interval: 10 })
          .toBeGreaterThan(enough)
        await kill()
        await writing
      }
      await (await start()).url()
      expect(await missingRows(dataDir, acknowledged)).toEqual([])
    })
  },
)

/** The file that appears while secrets are created, while the database is created, when it exists, when it starts. */
const FILE_OF_EACH_STAGE = ['database-password', /^data\.part-/, 'data', 'postmaster.pid']

/** Whether DATA_DIR or the database's folders contain a file of that name. */
async function fileExists(dataDir: string, file: string | RegExp): Promise<boolean> {
  const folder = await databaseFolder(dataDir)
  const names = await Promise.all([dataDir, folder, join(folder, 'data')].map(namesIn))
  return names.flat().some((name) => (typeof file === 'string' ? name === file : file.test(name)))
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function databaseFolder(dataDir: string): Promise<string> {
  return (await findRootLocation(dataDir).catch(() => null)) ?? join(dataDir, 'postgres')
}

const TABLE = 'create table if not exists written_by_test (id integer primary key)'

/** Inserts rows over four connections until they break; appends the id of each acknowledged row. */
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

/** Connects to the database directly, not through the app. */
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
