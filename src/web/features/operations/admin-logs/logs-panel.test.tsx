import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AuditEntry, listAudit } from '#shared/operations/admin-logs.ts'
import { AUDIT_ACTIONS } from '#shared/operations/audit.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { LogsPanel } from './logs-panel.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/admin/logs?tab=audit')
})
afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

const START_MS = Date.UTC(2026, 0, 1)
const SETTING = 'general.siteName'

/** A change of a setting, so many seconds after the start. */
function testEntry(second: number, overrides: Partial<AuditEntry> = {}): AuditEntry {
  const time = (START_MS + second * 1000).toString(16).padStart(12, '0')
  return {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`,
    action: 'setting.changed',
    actorId: testUser(1).id,
    actor: testUser(1, { firstName: 'Amara' }),
    subjectId: `setting ${second}`,
    subject: null,
    details: {},
    createdAt: new Date(START_MS + second * 1000).toISOString(),
    ...overrides,
  }
}

/** `respond` gets `from` of the query, null for the first page. */
function show(respond: (from: string | null) => Response) {
  const calls = stubCalls({ 'GET /api/admin/audit': ({ url }) => respond(url.searchParams.get('from')) })
  render(
    <DataTestProvider>
      <LogsPanel />
    </DataTestProvider>,
  )
  return calls
}

const wait = () => act(() => vi.advanceTimersByTimeAsync(4_000))
const subjects = () =>
  screen.getAllByRole('article').map((entry) => /setting \d+/.exec(entry.textContent)?.[0])

test('what is newer is requested and shown on top, once; a late entry at its place', async () => {
  let added: AuditEntry[] = []
  const { seen } = show((from) => {
    const next = { link: '</api/admin/audit?cursor=next>; rel="next"' }
    const known = [testEntry(20), testEntry(18)]
    return from === null ? Response.json(known, { headers: next }) : Response.json([...added, ...known])
  })
  await wait()
  expect(subjects()).toEqual(['setting 20', 'setting 18'])
  expect(seen.at(-1)).toContain(`from=${encodeURIComponent(new Date(START_MS + 15_000).toISOString())}`)
  // The last one belongs to the next page.
  added = [testEntry(30), testEntry(19), testEntry(17)]
  await wait()
  await wait()
  expect(subjects()).toEqual(['setting 30', 'setting 20', 'setting 19', 'setting 18'])
})

test('the whole list is loaded again when more has come than one request returns', async () => {
  let isBusy = false
  const { seen } = show((from) =>
    isBusy && from !== null
      ? Response.json([testEntry(90)], { headers: { link: '</api/admin/audit?cursor=next>; rel="next"' } })
      : Response.json(isBusy ? [testEntry(90), testEntry(89)] : [testEntry(20)]),
  )
  await wait()
  isBusy = true
  await wait()
  isBusy = false
  expect(subjects()).toEqual(['setting 90', 'setting 89'])
  expect(seen.filter((call) => !call.includes('from='))).toHaveLength(2)
})

test('nothing is requested while the switch is off, and a lost connection is named while it is on', async () => {
  let isLost = false
  const { seen } = show(() => (isLost ? errorResponse(503, {}) : Response.json([testEntry(20)])))
  await wait()
  isLost = true
  await wait()
  expect(screen.getByText("Can't connect, trying again")).toBeTruthy()
  expect(subjects()).toEqual(['setting 20'])
  fireEvent.click(screen.getByRole('switch', { name: 'Live' }))
  const before = seen.length
  await wait()
  expect(seen).toHaveLength(before)
})

test('every action has a sentence; an unknown one its name, and deleted accounts have none', async () => {
  const [actor, subject] = [testUser(1, { firstName: 'Amara' }), testUser(2, { firstName: 'Kofi' })]
  const details = { before: 'user', after: 'admin', amount: '5.00', refundedAmount: '7.50' }
  show(() =>
    Response.json([
      testEntry(90, { action: 'video.framed', actor: null, subjectId: SETTING }),
      ...AUDIT_ACTIONS.map((action, index) => testEntry(index, { action, actor, subject, details })),
    ]),
  )
  await wait()
  const texts = screen.getAllByRole('article').map(({ textContent }) => textContent)
  expect(texts[0]).toContain(`Deleted account: video.framed (${SETTING})`)
  for (const [index, action] of AUDIT_ACTIONS.entries()) {
    expect(texts[index + 1]).toMatch(/Amara 1 .*Kofi 2/)
    expect(texts[index + 1]).not.toContain(action)
  }
  expect(texts.join()).toContain('Amara 1 changed the role of Kofi 2 from User to Admin')
  expect(texts.join()).toContain('refunded the tip Kofi 2, of which $7.50 is refunded now')
})

test('filters are read from the URL, as days of this device; wrong ones are left out', async () => {
  history.replaceState(null, '', '/admin/logs?tab=audit&action=user.eaten&actorId=me&from=2026-01-02&to=soon')
  const { seen } = show(() => Response.json([]))
  await wait()
  const from = new Date('2026-01-02T00:00').toISOString()
  expect(seen[0]).toBe(`GET /api/admin/audit?from=${encodeURIComponent(from)}`)
  expect(screen.getByRole('heading', { name: 'No entry matches' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all entries' }))
  expect(location.search).toBe('?tab=audit')
})

test.each([
  ['to', '9999-12-31'],
  ['to', '9999-12-30'],
  ['from', '9999-12-31'],
  ['from', '0001-01-01'],
  ['to', '0000-01-01'],
])('the server understands the day "%s" %s', async (end, day) => {
  history.replaceState(null, '', `/admin/logs?tab=audit&${end}=${day}`)
  const { seen } = show(() => Response.json([]))
  await wait()
  const query = Object.fromEntries(new URL(seen[0]?.slice(4) ?? '', location.href).searchParams)
  expect(listAudit.query.safeParse(query).success).toBe(true)
})

test('a list that cannot be loaded says so', async () => {
  show(() => errorResponse(503, { message: 'Busy.' }))
  await wait()
  expect(screen.getByRole('alert').textContent).toContain('The audit trail could not be loaded')
})
