import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { randomSecret } from '#server/startup/data-dir.ts'
import { type ServerLocation, findRootLocation } from './location.ts'
import { type EmbeddedPostgres, startPostgresAt } from './embedded-postgres.ts'
import { openDatabase } from '#server/db/open.ts'
import { LONG_LIMITS, openPool } from '#server/db/pool.ts'
import { createTestLocation } from '#server/db/testing/test-server.ts'

const log = pino({ level: 'silent' })
const password = randomSecret()

test('a restarted server has its rows, also on a path with spaces and commas', async () => {
  const location = await temporaryLocation("a member's path, with (spaces)")
  const first = await start(location)
  await query(first, 'create table stored as select 1 as one')
  await first.stop()
  const second = await start(location)
  expect(await query(second, 'select one from stored')).toEqual([{ one: 1 }])
})

test('a connection without the password is refused', async () => {
  const server = await start(await temporaryLocation())
  const client = new pg.Client({ ...server.connection, database: 'postgres', password: 'guess' })
  await expect(client.connect()).rejects.toThrow('password authentication failed')
})

test('a killed server is restarted, and the pool reconnects', async () => {
  const location = await temporaryLocation()
  const server = await start(location)
  const pool = openPool({ ...server.connection, database: 'postgres' }, log)
  onTestFinished(() => pool.end())
  await pool.query('create table stored as select 1 as one')
  process.kill(await postmasterOf(location), 'SIGKILL')
  await expect
    .poll(() => pool.query('select one from stored').then((result) => result.rows, String))
    .toEqual([{ one: 1 }])
})

test('stopping leaves no process and no socket', async () => {
  const location = await temporaryLocation()
  const server = await startPostgresAt(location, { password, log, settings: {} })
  const pid = await postmasterOf(location)
  await server.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect((await readdir(location.sockets)).filter((name) => name.startsWith('cw-'))).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a reused process id does not prevent the next start', async () => {
  const location = await temporaryLocation()
  await (await start(location)).stop()
  // A process of the server's OS user: PostgreSQL by itself would mistake it for the server.
  const other = spawn('sleep', ['60'], { ...location.runAs, cwd: '/', stdio: 'ignore' })
  onTestFinished(() => void other.kill('SIGKILL'))
  await writeFile(join(location.data, 'postmaster.pid'), `${other.pid}\n${location.data}\n`)
  expect(await query(await start(location), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(process.platform !== 'linux')('a zombie does not count as a running server', async () => {
  const location = await temporaryLocation()
  await (await start(location)).stop()
  // The shell is replaced by a sleep, which never waits for its child: the child stays a zombie.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
    ...location.runAs,
    cwd: location.data,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [output] = await once(parent.stdout, 'data')
  const zombiePid = String(output).trim()
  await expect.poll(() => readFile(`/proc/${zombiePid}/stat`, 'utf8')).toMatch(/\) Z /)
  await writeFile(join(location.data, 'postmaster.pid'), `${zombiePid}\n${location.data}\n`)
  expect(await query(await start(location), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start that was interrupted while it created the database is repeated', async () => {
  const location = await temporaryLocation()
  const unfinished = `${location.data}.part-123456`
  await mkdir(join(unfinished, 'data'), { recursive: true })
  await start(location)
  await expect(readdir(unfinished)).rejects.toThrow('ENOENT')
})

test('a database of another major version is refused in one line and stays unchanged', async () => {
  const location = await temporaryLocation()
  await mkdir(location.data)
  await writeFile(join(location.data, 'PG_VERSION'), '17\n')
  await expect(start(location)).rejects.toThrow(
    /^The database in .* was made by PostgreSQL 17 .* set DATABASE_URL.*$/,
  )
  expect(await readdir(location.data)).toEqual(['PG_VERSION'])
})

test('a database whose password is lost is refused in one line', async () => {
  const dataDir = await temporaryDataDir()
  await (await openDatabase({ databaseUrl: null, databaseLimits: LONG_LIMITS, dataDir }, log)).close()
  await rm(join(dataDir, 'database-password'))
  await expect(
    openDatabase({ databaseUrl: null, databaseLimits: LONG_LIMITS, dataDir }, log),
  ).rejects.toThrow(/^The file database-password .*$/)
})

test.runIf(process.getuid?.() === 0)(
  'as root a missing database is not replaced by an empty one',
  async () => {
    const dataDir = await temporaryDataDir()
    await (await openDatabase({ databaseUrl: null, databaseLimits: LONG_LIMITS, dataDir }, log)).close()
    await rm((await findRootLocation(dataDir)) ?? '', { recursive: true })
    await expect(
      openDatabase({ databaseUrl: null, databaseLimits: LONG_LIMITS, dataDir }, log),
    ).rejects.toThrow(/is gone: bring it back.*$/)
  },
)

test.runIf(process.getuid?.() === 0)('as root the database of an ordinary user is refused', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
  await expect(
    openDatabase({ databaseUrl: null, databaseLimits: LONG_LIMITS, dataDir }, log),
  ).rejects.toThrow(/start as that user/)
})

async function start(location: ServerLocation): Promise<EmbeddedPostgres> {
  const server = await startPostgresAt(location, { password, log, settings: {} })
  onTestFinished(() => server.stop())
  return server
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ ...server.connection, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function postmasterOf(location: ServerLocation): Promise<number> {
  return Number((await readFile(join(location.data, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function temporaryLocation(name = 'location'): Promise<ServerLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-location-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return createTestLocation(join(folder, name), inject('testServer').binaries)
}

async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-data-'))
  onTestFinished(async () => {
    const location = await findRootLocation(folder)
    if (location) await rm(location, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}
