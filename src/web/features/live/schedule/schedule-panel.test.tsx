import { skipToken, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { pageUser } from '#web/api/page-user.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { timeZoneName } from '#web/lib/format/time-zone.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { Countdown } from './countdown.tsx'
import { SchedulePanel } from './schedule-panel.tsx'

const ID = '0198a1b2-0000-7000-8000-000000000001'
const REMINDER = `/api/streams/${ID}/reminder`
const stream = {
  id: ID,
  scheduledFor: '2030-06-15T18:30:00.000Z',
  remindersCount: 3,
  viewer: { isOwner: false, canChat: true, isLiked: false, hasReminder: false },
}

function CachedPanel() {
  const { data } = useQuery<typeof stream>({ queryKey: entityKey('streams', ID), queryFn: skipToken })
  return data ? <SchedulePanel stream={data} /> : null
}

function show(
  handlers: Parameters<typeof stubCalls>[0] = {},
  { user = testCurrentUser(1), viewer = {} }: { user?: CurrentUser | null; viewer?: object } = {},
) {
  const calls = stubCalls(handlers)
  if (user) setCurrentUser(user)
  else pageUser.set({ user })
  queryClient.setQueryData(entityKey('streams', ID), { ...stream, viewer: { ...stream.viewer, ...viewer } })
  render(
    <DataTestProvider>
      <CachedPanel />
      <Toaster />
    </DataTestProvider>,
  )
  return calls
}

test.each([
  ['Asia/Tokyo', 'GMT+9'],
  ['Europe/Paris', 'GMT+2'],
])('the time is shown for a reader in %s and four cities', (zone, shortZone) => {
  vi.stubEnv('TZ', zone)
  show()
  const times = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms[0]).toBe(`Your time · ${shortZone}`)
  expect(terms.slice(1)).toEqual(['Lagos', 'Salvador', 'Kingston', 'Paris'])
  expect(times.slice(1)).toEqual(['Sat 7:30 PM', 'Sat 3:30 PM', 'Sat 1:30 PM', 'Sat 8:30 PM'])
})

test('the name of a time zone depends on daylight saving time', () => {
  const zone = { locale: 'en', timeZone: 'America/New_York' } as const
  expect(timeZoneName(new Date('2030-06-15T18:30:00Z'), { ...zone, style: 'short' })).toBe('EDT')
  expect(timeZoneName(new Date('2030-01-15T18:30:00Z'), { ...zone, style: 'long' })).toBe(
    'Eastern Standard Time',
  )
})

test.each([
  ['2030-06-14T12:30:00Z', 'Starts in 1 day and 6 hours'],
  ['2030-06-15T16:29:00Z', 'Starts in 2 hours and 1 minute'],
  ['2030-06-15T18:29:25Z', 'Starts in 35 s'],
  ['2030-06-15T18:31:00Z', /^It's time\./],
])('the countdown at %s', (now, text) => {
  vi.useFakeTimers({ now: new Date(now) })
  render(
    <DataTestProvider>
      <Countdown until={stream.scheduledFor} />
    </DataTestProvider>,
  )
  expect(screen.getByText(text)).toBeTruthy()
  vi.useRealTimers()
})

test('a reminder can be set and removed, with immediate feedback', async () => {
  const { seen } = show({
    [`PUT ${REMINDER}`]: () => Response.json({ hasReminder: true, remindersCount: 8 }),
    [`DELETE ${REMINDER}`]: () => Response.json({ hasReminder: false, remindersCount: 7 }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Remind me', pressed: false }))
  await screen.findByText('8 people set a reminder')
  const status = screen.getAllByRole('status').find(({ textContent }) => textContent !== '')
  expect(status?.textContent).toBe("Reminder set. You'll be notified when the stream starts.")
  fireEvent.click(screen.getByRole('button', { name: 'Reminder set', pressed: true }))
  await screen.findByText('7 people set a reminder')
  expect(status?.textContent).toBe('Reminder removed.')
  expect(seen).toEqual([`PUT ${REMINDER}`, `DELETE ${REMINDER}`])
})

test('a refused reminder is reverted with the reason of the server', async () => {
  show({ [`PUT ${REMINDER}`]: () => errorResponse(422, { message: 'It has begun.' }) })
  fireEvent.click(screen.getByRole('button', { name: 'Remind me' }))
  expect((await screen.findByRole('alert')).textContent).toContain('It has begun.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remind me', pressed: false })).toBeTruthy())
  expect(screen.getByText('3 people set a reminder')).toBeTruthy()
  expect(screen.queryByText('Reminder removed.')).toBeNull()
})

test('a visitor gets a sign-in link and a calendar link', () => {
  show({}, { user: null })
  expect(screen.getByRole('link', { name: 'Remind me' }).getAttribute('href')).toMatch(/^\/api\/login/)
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    `/api/streams/${ID}/calendar.ics`,
  )
})

test('the owner gets no reminder button', () => {
  show({}, { viewer: { isOwner: true } })
  expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull()
  expect(screen.getByText('3 people set a reminder')).toBeTruthy()
})
