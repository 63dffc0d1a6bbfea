import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { UploadTime } from './upload-time.tsx'

const NOW = new Date(2026, 10, 28, 12)
const ago = (days: number, hours = 0, minutes = 0) =>
  new Date(NOW.getTime() - ((days * 24 + hours) * 60 + minutes) * 60_000)

// The wording of SPEC.txt, 'about 1 hour ago', is that of date-fns.
test.each([
  [ago(0), 'less than a minute ago'],
  // The clock of the device is behind.
  [ago(0, -2), 'less than a minute ago'],
  [ago(0, 0, 1), '1 minute ago'],
  [ago(0, 0, 44), '44 minutes ago'],
  [ago(0, 0, 45), 'about 1 hour ago'],
  [ago(0, 1, 30), 'about 2 hours ago'],
  [ago(1), '1 day ago'],
  [ago(1, 17), '1 day ago'],
  [ago(1, 18), '2 days ago'],
  [ago(29), '29 days ago'],
  [ago(30), 'about 1 month ago'],
  [ago(45), 'about 2 months ago'],
  [ago(100), '3 months ago'],
  [new Date(2025, 10, 28, 13), '12 months ago'],
  [new Date(2025, 10, 28, 12), 'about 1 year ago'],
  [new Date(2025, 7, 28), 'over 1 year ago'],
  [new Date(2025, 1, 28), 'almost 2 years ago'],
  [new Date(2016, 10, 1), 'about 10 years ago'],
])('a video uploaded at %s was uploaded %s', (at, text) => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  const { container } = render(
    <I18nTestProvider>
      <UploadTime at={at.toISOString()} />
    </I18nTestProvider>,
  )
  vi.useRealTimers()
  expect(container.textContent).toBe(text)
})
