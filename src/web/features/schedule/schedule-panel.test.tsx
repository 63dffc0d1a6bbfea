import { skipToken, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OwnUser } from '#shared/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { pageUser } from '#web/api/page-user.ts'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { testOwnUser } from '#web/api/test-users.ts'
import { zoneName } from '#web/lib/format/time-zone.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { Countdown } from './countdown.tsx'
import { SchedulePanel } from './schedule-panel.tsx'

const ID = '0198a1b2-0000-7000-8000-000000000001'
const REMINDER = `/api/streams/${ID}/reminder`
const known = {
  id: ID,
  scheduledFor: '2030-06-15T18:30:00.000Z',
  remindersCount: 3,
  viewer: { isOwner: false, canChat: true, isLiked: false, hasReminder: false },
}

function Shown() {
  const { data } = useQuery<typeof known>({ queryKey: entityKey('streams', ID), queryFn: skipToken })
  return data ? <SchedulePanel stream={data} /> : null
}

function show(
  answers: Parameters<typeof answerCalls>[0] = {},
  { user = testOwnUser(1), viewer = {} }: { user?: OwnUser | null; viewer?: object } = {},
) {
  const calls = answerCalls(answers)
  if (user) setCurrentUser(user)
  else pageUser.set({ user })
  queryClient.setQueryData(entityKey('streams', ID), { ...known, viewer: { ...known.viewer, ...viewer } })
  render(
    <DataTestProvider>
      <Shown />
      <Toaster />
    </DataTestProvider>,
  )
  return calls
}

test.each([
  ['Asia/Tokyo', 'GMT+9'],
  ['Europe/Paris', 'GMT+2'],
])('four cities stand beside the time of a reader in %s', (zone, shortZone) => {
  vi.stubEnv('TZ', zone)
  show()
  const times = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  const places = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(places[0]).toBe(`Your time · ${shortZone}`)
  expect(places.slice(1)).toEqual(['Lagos', 'Salvador', 'Kingston', 'Paris'])
  expect(times.slice(1)).toEqual(['Sat 7:30 PM', 'Sat 3:30 PM', 'Sat 1:30 PM', 'Sat 8:30 PM'])
})

test('a zone is named as it is at that time of the year', () => {
  const zone = { locale: 'en', timeZone: 'America/New_York' } as const
  expect(zoneName(new Date('2030-06-15T18:30:00Z'), { ...zone, style: 'short' })).toBe('EDT')
  expect(zoneName(new Date('2030-01-15T18:30:00Z'), { ...zone, style: 'long' })).toBe('Eastern Standard Time')
})

test.each([
  ['2030-06-14T12:30:00Z', 'Starts in 1 day and 6 hours'],
  ['2030-06-15T16:29:00Z', 'Starts in 2 hours and 1 minute'],
  ['2030-06-15T18:29:25Z', 'Starts in 35 s'],
  ['2030-06-15T18:31:00Z', /^The time has come/],
])('at %s the countdown says so', (now, text) => {
  vi.useFakeTimers({ now: new Date(now) })
  render(
    <DataTestProvider>
      <Countdown until={known.scheduledFor} />
    </DataTestProvider>,
  )
  expect(screen.getByText(text)).toBeTruthy()
  vi.useRealTimers()
})

test('a member asks to be told at once, and takes it back', async () => {
  const { seen } = show({
    [`PUT ${REMINDER}`]: () => Response.json({ hasReminder: true, remindersCount: 8 }),
    [`DELETE ${REMINDER}`]: () => Response.json({ hasReminder: false, remindersCount: 7 }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Remind me', pressed: false }))
  await screen.findByText('8 people will be told')
  fireEvent.click(screen.getByRole('button', { name: "You'll be told", pressed: true }))
  await screen.findByText('7 people will be told')
  expect(seen).toEqual([`PUT ${REMINDER}`, `DELETE ${REMINDER}`])
})

test('a refusal puts it back, with the server’s reason', async () => {
  show({ [`PUT ${REMINDER}`]: () => refusal(422, { message: 'It has begun.' }) })
  fireEvent.click(screen.getByRole('button', { name: 'Remind me' }))
  expect((await screen.findByRole('alert')).textContent).toContain('It has begun.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remind me', pressed: false })).toBeTruthy())
  expect(screen.getByText('3 people will be told')).toBeTruthy()
})

test('a visitor is led to sign in, and may add it to a calendar', () => {
  show({}, { user: null })
  expect(screen.getByRole('link', { name: 'Remind me' }).getAttribute('href')).toMatch(/^\/api\/login/)
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    `/api/streams/${ID}/calendar.ics`,
  )
})

test('its owner is not offered one', () => {
  show({}, { viewer: { isOwner: true } })
  expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull()
  expect(screen.getByText('3 people will be told')).toBeTruthy()
})
