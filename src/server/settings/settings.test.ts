import { sql } from 'drizzle-orm'
import { type Logger, pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { SETTINGS, type SettingKey, parseSetting } from '#shared/settings/settings.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { siteSettings } from '#server/features/operations/settings/schema.ts'
import { createSettingsStore } from '#server/features/operations/settings/settings-store.ts'
import messages from '#server/locales/en.json' with { type: 'json' }
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { openSettings } from './settings.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
afterEach(async () => {
  await server.database.db.delete(siteSettings)
  await server.app.context.settings.reload()
})

const set = (key: SettingKey, value: string) =>
  server.app.context.settings.set(key, value, server.admin.user.id)
const reset = (key: SettingKey) => server.app.context.settings.reset(key, server.admin.user.id)
const get = <K extends SettingKey>(key: K) => server.app.context.settings.get(key)

async function boot(path = '/'): Promise<unknown> {
  const { body } = await server.client().get(path, { 'sec-fetch-dest': 'document' })
  const [, json = 'null'] = /id="boot">(.*?)<\/script>/.exec(String(body)) ?? []
  return JSON.parse(json)
}

test('a new site has every setting at its default and stores none', async () => {
  expect(get('general.siteName')).toBe('Creative Wave')
  expect(get('limits.posts')).toEqual({ points: 30, seconds: 600 })
  expect(await server.database.db.select().from(siteSettings)).toEqual([])
})

test.each(Object.entries(SETTINGS))('the default of %s is a valid stored value', (key, setting) => {
  const { fallback } = setting
  const stored = typeof fallback === 'string' ? fallback : JSON.stringify(fallback)
  // Boundary: the keys of `SETTINGS` are setting keys.
  expect(parseSetting(key as SettingKey, stored)).toEqual(fallback)
})

test('the catalogue describes each setting and nothing else', () => {
  const described = Object.entries(messages.settings).flatMap(([category, texts]) =>
    Object.keys(texts).map((name) => `${category}.${name}`),
  )
  expect(described.toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
})

test('a change is stored as text with its type, and logged with its author', async () => {
  await set('general.siteName', 'Onda Criativa')
  await set('general.siteName', 'Mawimbi')
  const { db } = server.database
  expect(await db.select().from(siteSettings)).toMatchObject([
    {
      key: 'general.siteName',
      value: 'Mawimbi',
      type: 'string',
      category: 'general',
      description: messages.settings.general.siteName,
      updatedBy: server.admin.user.id,
    },
  ])
  await reset('general.siteName')
  expect(get('general.siteName')).toBe('Creative Wave')
  const entries = await listAudit(db, 'setting.')
  expect(entries.map(({ actorId, subjectId, details }) => ({ actorId, subjectId, ...details }))).toEqual(
    [
      { before: null, after: 'Onda Criativa' },
      { before: 'Onda Criativa', after: 'Mawimbi' },
      { before: 'Mawimbi', after: null },
    ].map((change) => ({ subjectId: 'general.siteName', actorId: server.admin.user.id, ...change })),
  )
})

test.each([
  ['general.siteName', ''],
  ['general.signUp', 'yes'],
  ['limits.post', '0'],
  ['limits.post', 'many'],
  ['limits.posts', '{"points":-1,"seconds":600}'],
  ['limits.posts', '{'],
  ['social.facebook', 'javascript:alert(1)'],
  ['general.mapLocation', '{"latitude":120,"longitude":0,"zoom":3}'],
] as const)('%s cannot be set to %j', async (key, value) => {
  await expect(set(key, value)).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
    fields: [{ path: 'value' }],
  })
  expect(get(key)).toEqual(SETTINGS[key].fallback)
})

test('a changed length limit applies to the next call and to the next page', async () => {
  const register = (firstName: string) =>
    server.client().post('/api/auth/register', {
      email: `${crypto.randomUUID()}@example.org`,
      password: 'long enough',
      firstName,
    })
  expect((await register('Oluwaseun')).status).toBe(201)
  await set('limits.profileName', '5')
  expect(await register('Oluwaseun')).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'firstName', message: 'Use at most 5 characters.' }] },
  })
  expect(await boot()).toMatchObject({ limits: { profileName: 5 } })
  await reset('limits.profileName')
  expect((await register('Oluwaseun')).status).toBe(201)
})

test('a changed rate applies at once and counts earlier calls', async () => {
  const member = await server.member()
  const stream = await member.createStream()
  const send = async () =>
    (await member.post('/api/chat/send', { streamId: stream.id, message: 'Selam' })).status
  expect([await send(), await send()]).toEqual([201, 201])
  await set('limits.chat', '{"points":2,"seconds":600}')
  expect(await send()).toBe(429)
  await reset('limits.chat')
  expect(await send()).toBe(201)
})

test('the messages that a user may send grow with the maximum of sockets, and are never less than those of one', async () => {
  const sendFrom = async (count: number) => {
    const member = await server.member()
    for (let index = 0; index < count; index++) {
      const socket = await member.openSocket()
      onTestFinished(() => socket.close())
      await socket.ping(180)
    }
  }
  await expect(sendFrom(6)).rejects.toThrow('closed with 4429')
  await set('limits.sockets', '40')
  await sendFrom(6)
  await set('limits.sockets', '1')
  await sendFrom(1)
})

test('a changed maximum of sockets applies to the next socket', async () => {
  const member = await server.member()
  const first = await member.openSocket()
  await set('limits.sockets', '1')
  const second = await member.openSocket()
  expect(await second.closed).toEqual({ code: 1013 })
  await reset('limits.sockets')
  const third = await member.openSocket()
  expect(await third.roundTrip()).toBe(true)
  for (const socket of [first, third]) socket.close()
})

test('with sign-up closed registration is refused, and the page data says so', async () => {
  await set('general.signUp', 'closed')
  const account = () => ({ email: `${crypto.randomUUID()}@example.org`, password: 'long enough' })
  expect(await server.client().post('/api/auth/register', account())).toMatchObject({
    status: 403,
    body: { code: 'sign_up_closed' },
  })
  expect(await boot()).toMatchObject({ site: { 'general.signUp': 'closed' } })
  await reset('general.signUp')
  expect((await server.client().post('/api/auth/register', account())).status).toBe(201)
})

test('closed sign-up still allows the first super_admin to register, but nobody else', async () => {
  const database = await createTestDatabase()
  await database.db
    .insert(siteSettings)
    .values({ key: 'general.signUp', value: 'closed', type: 'string', category: 'general' })
  const closed = await startTestApp({ database })
  const first = await closed.client().signUp()
  const second = await closed.client().post('/api/auth/register', {
    email: 'second@example.org',
    password: 'long enough',
  })
  await closed.close()
  expect(first.role).toBe('super_admin')
  expect(second).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })
})

test('a page contains the operator’s changes, but no private setting', async () => {
  expect(await boot()).toEqual({ user: null, hasMail: false, isSandbox: true, site: {}, limits: {} })
  await set('general.siteName', '</script><b>Wave')
  await set('general.superAdminsAppointAdmins', 'true')
  await set('limits.chat', '{"points":2,"seconds":600}')
  expect(await boot()).toEqual({
    user: null,
    hasMail: false,
    isSandbox: true,
    site: { 'general.siteName': '</script><b>Wave' },
    limits: {},
  })
})

test('an invalid stored setting is ignored with a warning that names it', async () => {
  const log = pino({ level: 'silent' })
  const warn = vi.spyOn(log, 'warn')
  await server.database.db.insert(siteSettings).values([
    { key: 'limits.post', value: 'many', type: 'number', category: 'general' },
    { key: 'general.siteName', value: 'Mawimbi', type: 'string', category: 'general' },
    { key: 'something.else', value: '7', type: 'number', category: 'general' },
  ])
  const settings = await open(log)
  expect(settings.get('limits.post')).toBe(5000)
  expect(settings.get('general.siteName')).toBe('Mawimbi')
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([{ key: 'limits.post' }])
  settings.close()
})

test('another node receives changes until it is closed', async () => {
  const node = await open(server.app.context.log)
  await set('general.siteName', 'Mawimbi')
  await vi.waitFor(() => expect(node.get('general.siteName')).toBe('Mawimbi'))
  node.close()
  const reload = vi.spyOn(node, 'reload')
  await set('general.siteName', 'Onda')
  expect(reload).not.toHaveBeenCalled()
})

test('a change reads the table once, and another process as well', async () => {
  const process = await startTestApp({ database: server.database })
  onTestFinished(() => process.stop())
  await process.catchUpWithDatabase()
  const reloads = [server, process].map(({ app }) => vi.spyOn(app.context.settings, 'reload'))
  await set('general.siteName', 'Mawimbi')
  await reset('general.siteName')
  await reset('general.siteName')
  for (const { catchUpWithDatabase } of [server, process]) await catchUpWithDatabase()
  // The second reset changed nothing, so nobody is notified.
  expect(reloads.map(({ mock }) => mock.calls.length)).toEqual([3, 2])
})

test('another process on the same database receives changes and resets', async () => {
  const process = await startTestApp({ database: server.database })
  onTestFinished(() => process.stop())
  const nameThere = () => process.app.context.settings.get('general.siteName')
  await process.catchUpWithDatabase()
  await set('general.siteName', 'Mawimbi')
  await expect.poll(nameThere).toBe('Mawimbi')
  await reset('general.siteName')
  await expect.poll(nameThere).toBe('Creative Wave')
})

test('changes that were missed while the connection to the database was lost are read when it is back', async () => {
  const { db } = server.database
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen changes'`)
  await expect.poll(() => server.app.context.rowChanges.isConnected).toBe(false)
  await db
    .insert(siteSettings)
    .values({ key: 'general.siteName', value: 'Mawimbi', type: 'string', category: 'general' })
  await expect.poll(() => get('general.siteName')).toBe('Mawimbi')
})

test('after concurrent changes memory and table agree', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => set('limits.bio', String(100 + index))))
  const [row] = await server.database.db.select().from(siteSettings)
  expect(String(get('limits.bio'))).toBe(row?.value)
})

const open = (log: Logger) =>
  openSettings({ store: createSettingsStore(server.database.db), events: server.app.context.events, log })
