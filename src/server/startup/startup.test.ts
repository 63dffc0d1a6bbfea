import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { access, appendFile, chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { findRootLocation } from '#server/db/embedded/location.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { pngWith } from '#server/images/testing/test-bombs.ts'
import { TestClient } from '#server/testing/test-client.ts'
import {
  makeCheckout,
  startFrom,
  remainingProcesses,
  type TestCheckout,
  USERS,
} from '#server/testing/checkout.ts'
import { freePort } from '#server/testing/free-port.ts'
import type { RunningApp } from '#server/testing/running-app.ts'

describe.skipIf(process.platform !== 'linux').each(USERS)('started by $user', ({ user, runAs }) => {
  let checkout: TestCheckout
  beforeAll(async () => {
    checkout = await makeCheckout(runAs)
    sharedData = checkout.newDataDir()
  })
  afterAll(() => checkout.remove())

  /** Data folder of the tests that do not need one of their own. */
  let sharedData = ''
  const apps: RunningApp[] = []
  afterEach(async () => {
    for (const app of apps) app.signal('SIGKILL')
    await Promise.all(apps.splice(0).map((app) => app.ended))
    await expect.poll(() => remainingProcesses(checkout), { interval: 200 }).toEqual([])
  })

  async function start(env: NodeJS.ProcessEnv = {}, command?: [string, ...string[]]): Promise<RunningApp> {
    const defaults = {
      PORT: '0',
      DATA_DIR: sharedData,
      LIVE_UDP_PORT: String(await freePort('udp')),
    }
    const app = startFrom(checkout, { ...defaults, ...env }, command)
    apps.push(app)
    return app
  }

  /** Starts the app where it cannot run; expects one line on stderr and no remaining process; returns the line. */
  async function startRefused(env: NodeJS.ProcessEnv): Promise<string> {
    const { code, stdout, stderr } = await (await start(env)).ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(await remainingProcesses(checkout)).toEqual([])
    return stderr
  }

  test('site, API and socket share one port, the first administrator gets a link, only the OS user can read the data, and Ctrl-C under npm start stops everything in order', async () => {
    const app = await start({ LOG_LEVEL: 'info' }, ['npm', 'start'])
    const url = await app.url()
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(`${url}/api/auth/user`)).status).toBe(401)
    const socket = new WebSocket(url.replace('http', 'ws') + '/ws', { origin: url })
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    expect(app.output).toContain(`${url}/auth/login?setup=`)

    expect((await stat(sharedData)).mode & 0o777).toBe(0o700)
    for (const name of ['session-secret', 'database-password']) {
      expect((await stat(join(sharedData, name))).mode & 0o777).toBe(0o600)
    }
    const location = await findRootLocation(sharedData)
    expect(location !== null).toBe(user === 'root')
    if (location) expect(app.output).toContain(`The database lies in ${location}`)

    await register(url)
    app.signalGroup('SIGINT')
    const { stdout } = await app.ended
    expect(stdout).toContain('"msg":"stopped"')
    expect(stdout).not.toMatch(/"level":[456]0/)
    expect(await remainingProcesses(checkout)).toEqual([])
  })

  test('a later start has the same data, and a stop signal that arrives twice still stops the app in order', async () => {
    const app = await start({ LOG_LEVEL: 'debug' })
    expect((await signIn(await app.url())).status).toBe(200)
    await expect.poll(() => app.output).toContain('database system was shut down at')
    expect(app.output).not.toMatch(/^(Install|Build)/m)
    app.signal('SIGINT')
    app.signal('SIGTERM')
    const { code, stdout, stderr } = await app.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('"msg":"stopped"')
  })

  test('Ctrl-C during the first start stops the app in order', async () => {
    const dataDir = checkout.newDataDir()
    const app = await start({ DATA_DIR: dataDir })
    await expect.poll(() => exists(join(dataDir, 'database-password'))).toBe(true)
    app.signal('SIGINT')
    expect(await app.ended).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await remainingProcesses(checkout)).toEqual([])
  })

  test('a DATA_DIR that cannot be written stops the app with one line', async () => {
    // Root can write to any folder, but cannot create one in /proc.
    const dataDir = user === 'root' ? '/proc/none/data' : checkout.newDataDir()
    if (user !== 'root') await mkdir(dataDir, { mode: 0o500 })
    expect(await startRefused({ DATA_DIR: dataDir })).toContain(`DATA_DIR ${dataDir} cannot be written`)
  })

  // The following tests do not depend on the OS user.
  if (user === 'root') return

  test('a second Ctrl-C exits at once when stopping hangs', async () => {
    const app = await start()
    await app.url()
    const postgres = await postmasterOf(sharedData)
    process.kill(postgres, 'SIGSTOP')
    app.signal('SIGINT')
    const pressing = setInterval(() => app.signal('SIGINT'), 100)
    onTestFinished(() => clearInterval(pressing))
    const { code } = await app.ended
    process.kill(postgres, 'SIGCONT')
    expect(code).toBe(130)
  })

  test('a second app on the same DATA_DIR is refused, and the first decodes an image in a process that ends when it is killed', async () => {
    const app = await start()
    const member = new TestClient(await app.url())
    const second = await start()
    expect(await second.ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another Creative Wave is running on DATA_DIR ${sharedData}: stop it first, or set DATA_DIR to another folder.\n`,
    })
    await member.signUp()
    expect(await imageWorkers()).toEqual([])
    expect(await uploadMedia(member, pngWith(), 'avatar')).toMatchObject({ mimeType: 'image/webp' })
    const [worker] = await imageWorkers()
    expect(worker).toContain('dist/server/image-worker.js')
    // `afterEach` expects that no process remains.
    app.signal('SIGKILL')
  })

  const imageWorkers = async () =>
    (await remainingProcesses(checkout)).filter((command) => command.includes('image-worker'))

  test('a worker runs the jobs of an app that leaves them to it, alone, and waits for its next start', async () => {
    const worker: [string, ...string[]] = [checkout.node, 'scripts/worker.mjs']
    const early = await start({ DATA_DIR: checkout.newDataDir() }, worker)
    expect(await early.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('start it first') })

    const env = { JOBS: 'off', PASSWORD_HASH_KIB: '8', PORT: String(await freePort('tcp')) }
    const app = await start(env)
    const url = await app.url()
    const follower = new TestClient(url)
    await follower.signUp()
    const startNewStream = async () => {
      const streamer = new TestClient(url)
      await streamer.signUp()
      await follower.post(`/api/users/${streamer.user.id}/follow`, { following: true })
      const { id: streamId } = await streamer.createStream()
      await streamer.put(`/api/streams/${streamId}`, { isLive: true })
      return streamId
    }
    const id = await startNewStream()
    const socket = await follower.openSocket()
    const jobs = async () => (await (await fetch(`${url}/metrics`)).text()).match(/^jobs{.*start.*} 1$/gm)
    expect(await jobs()).toEqual(['jobs{job="notifications.start",state="waiting"} 1'])

    const first = await start({ NODE_LEASE_SECONDS: '3' }, worker)
    expect(await socket.waitFor('notification')).toMatchObject({ data: { type: 'live', stream: { id } } })
    await expect.poll(jobs).toBeNull()
    const second = await start({}, worker)
    expect(await second.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('one is enough') })

    app.signal('SIGTERM')
    await app.ended
    await expect.poll(() => first.log).toContain('does not respond')
    await (await start(env)).url()
    const socketAfterwards = await follower.openSocket()
    const again = await startNewStream()
    expect(await socketAfterwards.waitFor('notification')).toMatchObject({ data: { stream: { id: again } } })
    first.signal('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0 })
  })

  test('a port in use stops the app with one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await startRefused({ PORT: port })).toBe(
      `Port ${port} of 127.0.0.1 is in use: stop what listens there, or set PORT to another.\n`,
    )
  })

  test('a UDP port in use stops the app with one line', async () => {
    const other = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const port = String(other.address().port)
    expect(await startRefused({ LIVE_UDP_PORT: port })).toMatch(
      new RegExp(`UDP port ${port} .*LIVE_UDP_PORT`),
    )
  })

  test.each([
    ['PORT', 'abc'],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1:1/wave'],
  ])('a wrong %s (%s) stops the app with one line that names the variable', async (name, value) => {
    expect(await startRefused({ [name]: value })).toContain(name)
  })

  test('a read-only checkout starts as long as its build is up to date, and changed sources are built before the start of a writable one', async () => {
    await chmod(checkout.path, 0o555)
    onTestFinished(() => chmod(checkout.path, 0o755))
    const app = await start()
    await app.url()
    app.signal('SIGTERM')
    await app.ended
    await appendFile(join(checkout.path, 'src/server/main.ts'), '\n')
    expect(await startRefused({})).toContain(
      `${checkout.path} cannot be written, and its server must be built`,
    )
    await chmod(checkout.path, 0o755)
    const changed = await start()
    await changed.url()
    expect(changed.output).toMatch(/^Building: server\.\n/)
  })
})

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function postmasterOf(dataDir: string): Promise<number> {
  const folder = (await findRootLocation(dataDir)) ?? join(dataDir, 'postgres')
  return Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

const MEMBER = { email: 'ama@example.org', password: 'a long password' }

async function register(url: string): Promise<void> {
  const response = await post(`${url}/api/auth/register`, MEMBER)
  expect(response.status).toBe(201)
}

function signIn(url: string): Promise<Response> {
  return post(`${url}/api/auth/login`, MEMBER)
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
