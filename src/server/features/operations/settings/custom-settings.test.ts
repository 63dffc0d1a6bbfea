import { afterAll, afterEach, expect, test } from 'vitest'
import { saveSetting } from '#shared/operations/admin-settings.ts'
import { LIMITS } from '#shared/constants.ts'
import { siteSettings } from './schema.ts'
import { PATH, startSettingsApp } from './test-calls.ts'
import { listChanges, resetAll } from './test-queries.ts'

const { server, calls, other } = await startSettingsApp()
afterAll(() => server.close())
afterEach(() => resetAll(server))

test('a setting of the admins’ own is created, changed field by field, and deleted', async () => {
  const dates = '{"from":"2027-07-01"}'
  const details = { type: 'json', category: 'streaming', description: 'When the festival is.' }
  const created = await calls.save('festival.dates', dates, details)
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...details,
      value: dates,
      updatedBy: server.admin.user.id,
      isKnown: false,
      isDefault: false,
      isValid: true,
      defaultValue: null,
      options: null,
      maxWords: null,
    },
  })
  const changed = await other.post(PATH, { key: 'festival.dates', value: '[]' })
  expect(changed.body).toEqual({
    ...saveSetting.response.parse(created.body),
    value: '[]',
    updatedBy: other.user.id,
    updatedAt: expect.any(String),
  })
  expect(await calls.find('festival.dates')).toEqual(changed.body)
  const cleared = await calls.save('festival.dates', '[]', { description: '' })
  expect(cleared.body).toMatchObject({ description: null })
  expect(await calls.remove('festival.dates')).toMatchObject({ status: 200, body: { deleted: true } })
  expect(await calls.find('festival.dates')).toBeUndefined()
  expect(await calls.remove('festival.dates')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  ['number', 'many', '12.5'],
  ['number', 'Infinity', '-3'],
  ['boolean', 'yes', 'false'],
  ['boolean', '1', 'true'],
  ['json', '{', 'null'],
  ['json', '[[[[', '{"a":[1]}'],
] as const)('an own setting of type %s cannot be %j, but %j', async (type, wrong, right) => {
  const refused = { status: 400, body: { fields: [{ path: 'value' }] } }
  expect(await calls.save('own', wrong, { type })).toMatchObject(refused)
  expect(await calls.save('own', right, { type })).toMatchObject({
    status: 200,
    body: { type, value: right },
  })
  expect(await calls.save('own', wrong)).toMatchObject(refused)
})

test('JSON that cannot be parsed is refused with the line and column of the error', async () => {
  const broken = '{\n  "from": "2027-07-01"\n  "to": null\n}'
  expect(await calls.save('festival.dates', broken, { type: 'json' })).toMatchObject({
    status: 400,
    body: {
      fields: [{ path: 'value', message: "This isn't valid JSON. The error is in line 3, column 3." }],
    },
  })
  expect(await calls.find('festival.dates')).toBeUndefined()
})

test.each([
  ['an empty key', { key: '', value: 'x' }, 'key'],
  ['a blank key', { key: '  ', value: 'x' }, 'key'],
  ['a key with a space', { key: 'two words', value: 'x' }, 'key'],
  ['a key with a slash', { key: '../../accounts/users', value: 'x' }, 'key'],
  ['a key of dots', { key: '..', value: 'x' }, 'key'],
  ['a key that begins with an underscore', { key: '__proto__', value: 'x' }, 'key'],
  ['a too long key', { key: 'a'.repeat(LIMITS.settings.key + 1), value: 'x' }, 'key'],
  ['a key that is a number', { key: 5, value: 'x' }, 'key'],
  ['no key', { value: 'x' }, 'key'],
  ['no value', { key: 'own' }, 'value'],
  ['a too long value', { key: 'own', value: 'x'.repeat(LIMITS.settings.value + 1) }, 'value'],
  ['a value that is an object', { key: 'own', value: { a: 1 } }, 'value'],
  ['another type', { key: 'own', value: 'x', type: 'date' }, 'type'],
  ['another category', { key: 'own', value: 'x', category: 'other' }, 'category'],
  [
    'a too long description',
    { key: 'own', value: 'x', description: 'x'.repeat(LIMITS.settings.description + 1) },
    'description',
  ],
])('a setting with %s is invalid', async (_name, body, path) => {
  expect(await server.admin.post(PATH, body)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  expect(await server.database.db.select().from(siteSettings)).toEqual([])
})

test('the longest key can be stored and deleted, and names of object properties are ordinary keys', async () => {
  for (const key of ['a'.repeat(LIMITS.settings.key), 'constructor', 'toString']) {
    expect(await calls.save(key, 'x')).toMatchObject({ status: 200, body: { key, isKnown: false } })
    expect((await calls.remove(key)).status).toBe(200)
  }
})

test('there is room for a limited number of own settings', async () => {
  const { custom } = LIMITS.settings
  await server.database.db.insert(siteSettings).values(
    Array.from({ length: custom - 1 }, (_, index) => ({
      key: `own.${index}`,
      value: 'x',
      type: 'string' as const,
      category: 'general' as const,
    })),
  )
  await calls.save('general.siteName', 'Mawimbi')
  const responses = await Promise.all(['one', 'two', 'three'].map((key) => calls.save(key, 'x')))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  expect((await calls.save('own.0', 'changed')).status).toBe(200)
  expect((await calls.save('general.notice', 'Full')).status).toBe(200)
})

test.each([
  ['a known setting', 'limits.bio'],
  ['an own setting', 'own'],
])('changes of %s by two admins at once are logged one after the other', async (_name, key) => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? server.admin : other).post(PATH, { key, value: String(100 + index) }),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  let last: Change | undefined
  const changes = (await listChanges(server)).map(toChange)
  expect(changes).toHaveLength(12)
  for (const _change of changes) {
    const following = changes.filter(({ before }) => before === (last?.after ?? null))
    expect(following).toHaveLength(1)
    last = following[0]
  }
  const stored = await calls.find(key)
  expect(last).toMatchObject({ key, after: stored?.value, userId: stored?.updatedBy })
})

test('the log of an own setting has its description, category and type as well', async () => {
  await calls.save('own', '1', { type: 'number' })
  await calls.save('own', '1', { type: 'string', category: 'social', description: 'One' })
  await calls.remove('own')
  const { id } = server.admin.user
  const [first, second] = [
    { type: 'number', category: 'general', description: null },
    { type: 'string', category: 'social', description: 'One' },
  ]
  expect(await listChanges(server)).toEqual([
    { key: 'own', userId: id, before: null, after: '1', detailsBefore: null, detailsAfter: first },
    { key: 'own', userId: id, before: '1', after: '1', detailsBefore: first, detailsAfter: second },
    { key: 'own', userId: id, before: '1', after: null, detailsBefore: second, detailsAfter: null },
  ])
})

type Change = { key: unknown; before: unknown; after: unknown; userId: string | null }

function toChange(entry: { userId: string | null; [key: string]: unknown }): Change {
  const { key, before, after, userId } = entry
  return { key, before, after, userId }
}
