import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { toastStore } from '#web/ui/overlays/toast.ts'
import { useUnauthorizedHandler } from './unauthorized-handler.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const show = () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { result } = renderHook(useUnauthorizedHandler, { wrapper: I18nTestProvider })
  const check = (error: unknown) => result.current(error)
  return { assign, check }
}

test('an expired session shows a toast, and half a second later redirects to sign-in', () => {
  const { assign, check } = show()
  expect(check(new ApiError(401, 'Unauthorized', ''))).toBe(true)
  expect(toastStore.current()).toMatchObject({
    variant: 'destructive',
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
  })
  vi.advanceTimersByTime(499)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign).toHaveBeenCalledOnce()
  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/api\/login/)
})

test('several calls that fail at once redirect once', () => {
  const { assign, check } = show()
  check(new ApiError(401, 'Unauthorized', ''))
  check(new ApiError(401, 'Unauthorized', ''))
  vi.runAllTimers()
  expect(assign).toHaveBeenCalledOnce()
})

test.each([new ApiError(403, 'Forbidden', ''), new TypeError('Failed to fetch'), null])(
  'any other failure is left to the caller (%s)',
  (error) => {
    const { assign, check } = show()
    expect(check(error)).toBe(false)
    vi.runAllTimers()
    expect(assign).not.toHaveBeenCalled()
  },
)
