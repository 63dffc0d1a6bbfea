import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { randomSecret } from '#server/startup/data-dir.ts'
import { type ServerLocation, rootLocationOf } from './location.ts'
import { type EmbeddedPostgres, startPostgresAt } from './embedded-postgres.ts'
import { openDatabase, openPool } from '#server/db/open.ts'
import { testLocation } from '#server/db/testing/test-server.ts'

const log = pino({ level: 'silent' })
const password = randomSecret()

test('a database comes back with its rows, from a path with spaces and commas', async () => {
  const place = await temporaryPlace("a member's path, with (spaces)")
  const first = await start(place)
  await query(first, 'create table kept as select 1 as one')
  await first.stop()
  const second = await start(place)
  expect(await query(second, 'select one from kept')).toEqual([{ one: 1 }])
})

test('nobody gets in without the password', async () => {
  const server = await start(await temporaryPlace())
  const client = new pg.Client({ ...server.connection, database: 'postgres', password: 'guess' })
  await expect(client.connect()).rejects.toThrow('password authentication failed')
})

test('a server that was killed is started again, and the pool finds it', async () => {
  const place = await temporaryPlace()
  const server = await start(place)
  const pool = openPool({ ...server.connection, database: 'postgres' }, log)
  onTestFinished(() => pool.end())
  await pool.query('create table kept as select 1 as one')
  process.kill(await postmasterOf(place), 'SIGKILL')
  await expect
    .poll(() => pool.query('select one from kept').then((result) => result.rows, String), { timeout: 20_000 })
    .toEqual([{ one: 1 }])
})

test('stopping leaves no process and no socket', async () => {
  const place = await temporaryPlace()
  const server = await startPostgresAt(place, { password, log, settings: {} })
  const pid = await postmasterOf(place)
  await server.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect((await readdir(place.sockets)).filter((name) => name.startsWith('cw-'))).toEqual([])
})

test.skipIf(process.platform !== 'linux')('the number of a dead server does not stop the next', async () => {
  const place = await temporaryPlace()
  await (await start(place)).stop()
  // A process of the server's own user, which PostgreSQL alone would take for the server.
  const other = spawn('sleep', ['60'], { ...place.runAs, cwd: '/', stdio: 'ignore' })
  onTestFinished(() => void other.kill('SIGKILL'))
  await writeFile(join(place.data, 'postmaster.pid'), `${other.pid}\n${place.data}\n`)
  expect(await query(await start(place), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(process.platform !== 'linux')('a zombie does not count as a living server', async () => {
  const place = await temporaryPlace()
  await (await start(place)).stop()
  // The shell becomes a sleep, which never asks how its child ended.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
    ...place.runAs,
    cwd: place.data,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [said] = await once(parent.stdout, 'data')
  const zombie = String(said).trim()
  await expect.poll(() => readFile(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /)
  await writeFile(join(place.data, 'postmaster.pid'), `${zombie}\n${place.data}\n`)
  expect(await query(await start(place), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start that was cut off while the database was made is simply done again', async () => {
  const place = await temporaryPlace()
  const unfinished = `${place.data}.part-123456`
  await mkdir(join(unfinished, 'data'), { recursive: true })
  await start(place)
  await expect(readdir(unfinished)).rejects.toThrow('ENOENT')
})

test("another major version's database is refused in one line, untouched", async () => {
  const place = await temporaryPlace()
  await mkdir(place.data)
  await writeFile(join(place.data, 'PG_VERSION'), '17\n')
  await expect(start(place)).rejects.toThrow(
    /^The database in .* was made by PostgreSQL 17 .* set DATABASE_URL.*$/,
  )
  expect(await readdir(place.data)).toEqual(['PG_VERSION'])
})

test('a database whose password is lost is refused in one line', async () => {
  const dataDir = await temporaryDataDir()
  await (await openDatabase({ databaseUrl: null, dataDir }, log)).close()
  await rm(join(dataDir, 'database-password'))
  await expect(openDatabase({ databaseUrl: null, dataDir }, log)).rejects.toThrow(
    /^The file database-password .*$/,
  )
})

test.runIf(process.getuid?.() === 0)(
  'as root a database that is gone is not replaced by an empty one',
  async () => {
    const dataDir = await temporaryDataDir()
    await (await openDatabase({ databaseUrl: null, dataDir }, log)).close()
    await rm((await rootLocationOf(dataDir)) ?? '', { recursive: true })
    await expect(openDatabase({ databaseUrl: null, dataDir }, log)).rejects.toThrow(
      /is gone: bring it back.*$/,
    )
  },
)

test.runIf(process.getuid?.() === 0)('as root the database of an ordinary user is not hidden', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
  await expect(openDatabase({ databaseUrl: null, dataDir }, log)).rejects.toThrow(/start as that user/)
})

async function start(place: ServerLocation): Promise<EmbeddedPostgres> {
  const server = await startPostgresAt(place, { password, log, settings: {} })
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

async function postmasterOf(place: ServerLocation): Promise<number> {
  return Number((await readFile(join(place.data, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function temporaryPlace(name = 'place'): Promise<ServerLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-place-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return testLocation(join(folder, name), inject('testServer').binaries)
}

async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-data-'))
  onTestFinished(async () => {
    const place = await rootLocationOf(folder)
    if (place) await rm(place, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}
