import { afterAll, afterEach, expect, test } from 'vitest'
import { saveSetting } from '#shared/operations/admin-settings.ts'
import { SETTING_CATEGORIES } from '#shared/settings/setting.ts'
import { SETTINGS } from '#shared/settings/settings.ts'
import messages from '#server/locales/en.json' with { type: 'json' }
import { siteSettings } from './schema.ts'
import { PATH, startSettingsApp } from './test-calls.ts'
import { listChanges, resetAll } from './test-queries.ts'

const { server, calls, other } = await startSettingsApp()
afterAll(() => server.close())
afterEach(() => resetAll(server))

test('a new site lists every known setting with its default, type and description', async () => {
  const settings = await calls.list()
  expect(settings.map(({ key }) => key)).toEqual(Object.keys(SETTINGS))
  expect(settings.every(({ isKnown, isDefault, isValid }) => isKnown && isDefault && isValid)).toBe(true)
  expect(settings.find(({ key }) => key === 'payments.maxTip')).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-/),
    key: 'payments.maxTip',
    value: '500',
    type: 'number',
    description: messages.settings.payments.maxTip,
    category: 'payments',
    updatedBy: null,
    createdAt: null,
    updatedAt: null,
    isKnown: true,
    isDefault: true,
    isValid: true,
    defaultValue: '500',
    options: null,
    maxWords: null,
    isLocked: false,
  })
  expect(settings.find(({ key }) => key === 'general.mapLocation')).toMatchObject({ value: 'null' })
})

test('a setting has the same id whether it is untouched, changed or reset, and each has its own', async () => {
  const idsByKey = async () => Object.fromEntries((await calls.list()).map(({ key, id }) => [key, id]))
  const untouched = await idsByKey()
  expect(new Set(Object.values(untouched)).size).toBe(Object.keys(SETTINGS).length)
  const changed = saveSetting.response.parse((await calls.save('payments.maxTip', '400')).body)
  expect(changed).toMatchObject({ isDefault: false, id: untouched['payments.maxTip'] })
  expect(await idsByKey()).toEqual(untouched)
  await resetAll(server)
  expect(await idsByKey()).toEqual(untouched)
  // The same in every installation: the id depends on the key alone.
  expect(untouched['payments.maxTip']).toBe('4b1cf905-fc96-5c5f-99bf-f3ca33640e1a')
})

test('the defaults of payments are as documented', async () => {
  const payments = (await calls.list()).filter(({ key }) => key.startsWith('payments.'))
  expect(Object.fromEntries(payments.map(({ key, value }) => [key, value]))).toEqual({
    'payments.minTip': '1',
    'payments.maxTip': '500',
    'payments.creatorProPlan': '',
    'payments.creatorProPrice': '5',
    'payments.creatorProGraceDays': '7',
  })
})

test('the list is filtered by category, and another category is invalid', async () => {
  await calls.save('motto', 'Together', { category: 'social' })
  const all = await calls.list()
  for (const category of SETTING_CATEGORIES) {
    const settings = await calls.list(`?category=${category}`)
    expect(settings).toEqual(all.filter((setting) => setting.category === category))
    expect(settings).not.toHaveLength(0)
  }
  expect((await calls.list('?category=social')).at(-1)).toMatchObject({ key: 'motto' })
  expect(await server.admin.get(`${PATH}?category=other`)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'category' }] },
  })
})

test('a known setting is in effect when the call returns, until it is deleted', async () => {
  const { settings } = server.app.context
  const saved = await calls.save('general.siteName', 'Mawimbi')
  expect(saved.status).toBe(200)
  expect(saveSetting.response.parse(saved.body)).toMatchObject({
    value: 'Mawimbi',
    updatedBy: server.admin.user.id,
    isDefault: false,
    defaultValue: 'Creative Wave',
  })
  expect(await calls.find('general.siteName')).toEqual(saved.body)
  expect(settings.get('general.siteName')).toBe('Mawimbi')
  const deleted = { status: 200, body: { deleted: true } }
  expect(await calls.remove('general.siteName')).toMatchObject(deleted)
  expect(await calls.find('general.siteName')).toMatchObject({ value: 'Creative Wave', isDefault: true })
  expect(settings.get('general.siteName')).toBe('Creative Wave')
  expect(await calls.remove('general.siteName')).toMatchObject(deleted)
  expect(await listChanges(server)).toHaveLength(2)
})

test('an admin who is no super_admin changes settings as well', async () => {
  expect(await other.post(PATH, { key: 'general.notice', value: 'Selam' })).toMatchObject({
    status: 200,
    body: { updatedBy: other.user.id },
  })
})

test('a known setting keeps its type, category and description, whatever is sent', async () => {
  const sent = { type: 'string', category: 'social', description: 'Mine' }
  expect(await calls.save('payments.minTip', '2.50', sent)).toMatchObject({
    status: 200,
    body: {
      value: '2.5',
      type: 'number',
      category: 'payments',
      description: messages.settings.payments.minTip,
    },
  })
})

test('the limits of a tip reach every page, and no other setting of payments does', async () => {
  await calls.save('payments.minTip', '2')
  await calls.save('payments.maxTip', '99.99')
  await calls.save('payments.creatorProPlan', 'P-5ML4271244454362WXNWU5NQ')
  const { body } = await server.client().get('/', { 'sec-fetch-dest': 'document' })
  expect(body).toContain('"site":{"payments.maxTip":99.99,"payments.minTip":2}')
})

test.each([
  ['payments.minTip', '0'],
  ['payments.minTip', '-1'],
  ['payments.minTip', '1.005'],
  ['payments.minTip', 'NaN'],
  ['payments.maxTip', 'Infinity'],
  ['payments.maxTip', '1e9'],
  ['payments.maxTip', '{"amount":5}'],
  ['payments.creatorProPlan', 'P-1 or another'],
  ['payments.creatorProPrice', '0.001'],
  ['payments.creatorProGraceDays', '1.5'],
  ['limits.proStorageBytes', 'much'],
  ['general.signUp', 'yes'],
  ['general.hours', '[{]'],
  ['general.siteName', '   '],
  ['social.facebook', 'https://user:pw@example.org/'],
  ['social.youtube', 'https://user@example.org/'],
  ['general.siteName', ''],
  ['general.siteName', true],
])('%s cannot be %j', async (key, value) => {
  expect(await calls.save(key, value)).toMatchObject({
    status: 400,
    body: { code: 'invalid', fields: [{ path: 'value', message: expect.stringMatching(/./) }] },
  })
  expect(await calls.find(key)).toMatchObject({ isDefault: true })
  expect(await listChanges(server)).toEqual([])
})

test.each([
  ['payments.minTip', '0', messages.fields.range],
  ['payments.minTip', 'one', messages.fields.wrong],
  ['general.signUp', 'yes', messages.fields.choice],
  ['general.hours', '[{]', "This isn't valid JSON. The error is in line 1, column 3."],
  ['limits.posts', '{\n"points": 30,\n}', "This isn't valid JSON. The error is in line 3, column 1."],
  ['limits.posts', '{"points": 30}', messages.fields.required],
  ['general.mapLocation', '"Lagos"', messages.fields.wrong],
  ['social.facebook', 'facebook', messages.fields.url],
])('what is wrong with %s = %j is said', async (key, value, message) => {
  expect((await calls.save(key, value)).body).toMatchObject({ fields: [{ path: 'value', message }] })
})

test.each(['0.01', '0.07', '0.29', '1.1', '4.35', '19.99', '100000'])(
  'the largest tip can be $%s',
  async (value) => {
    await calls.save('payments.minTip', '0.01')
    expect(await calls.save('payments.maxTip', value)).toMatchObject({ status: 200, body: { value } })
  },
)

test('the smallest tip never exceeds the largest, also after a reset', async () => {
  const refused = {
    status: 422,
    body: { code: 'unprocessable', message: messages.errors.tipRange, fields: [{ path: 'value' }] },
  }
  expect(await calls.save('payments.minTip', '500.01')).toMatchObject(refused)
  expect(await calls.save('payments.maxTip', '0.99')).toMatchObject(refused)
  expect(await calls.find('payments.minTip')).toMatchObject({ isDefault: true })
  expect((await calls.save('payments.maxTip', '1000')).status).toBe(200)
  expect((await calls.save('payments.minTip', '600')).status).toBe(200)
  expect(await calls.remove('payments.maxTip')).toMatchObject(refused)
  expect(await calls.find('payments.maxTip')).toMatchObject({ value: '1000' })
  expect(await listChanges(server)).toHaveLength(2)
})

test('of changes at once that exclude each other, one is refused', async () => {
  const { settings } = server.app.context
  for (let round = 0; round < 10; round++) {
    const statuses = await Promise.all([
      calls.save('payments.minTip', '400'),
      other.post(PATH, { key: 'payments.maxTip', value: '300' }),
    ])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(settings.get('payments.minTip')).toBeLessThanOrEqual(settings.get('payments.maxTip'))
    for (const key of ['payments.minTip', 'payments.maxTip']) await calls.remove(key)
  }
})

test('a stored value that the setting does not accept any more is listed as invalid', async () => {
  await server.database.db
    .insert(siteSettings)
    .values({ key: 'limits.post', value: 'many', type: 'number', category: 'general' })
  expect(await calls.find('limits.post')).toMatchObject({
    value: 'many',
    isValid: false,
    defaultValue: '5000',
  })
  await calls.remove('limits.post')
  expect(await calls.find('limits.post')).toMatchObject({ value: '5000', isValid: true })
})
