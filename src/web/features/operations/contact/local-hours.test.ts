import { expect, test } from 'vitest'
import { DEFAULT_PUBLIC_SETTINGS } from '#shared/settings/public-settings.ts'
import { openHoursOn } from './local-hours.ts'

const today = new Date('2026-11-21T04:00:00Z')

test('the default hours of the three regions are the same interval in UTC', () => {
  const windows = DEFAULT_PUBLIC_SETTINGS['general.hours'].map((hours) => openHoursOn(today, hours))
  expect(
    windows.map(({ from, to }) => [from.toISOString().slice(11, 16), to.toISOString().slice(11, 16)]),
  ).toEqual([
    ['14:00', '23:00'],
    ['14:00', '23:00'],
    ['14:00', '23:00'],
  ])
  for (const { from, to } of windows) expect(to.getTime() - from.getTime()).toBe(9 * 60 * 60 * 1000)
})

test('hours over midnight end on the next day', () => {
  const { from, to } = openHoursOn(today, {
    region: 'Asia',
    text: '',
    from: '23:00',
    to: '08:00',
    utcOffset: '+09:00',
  })
  expect([from.toISOString(), to.toISOString()]).toEqual([
    '2026-11-21T14:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
  ])
})
