import { QueryObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

beforeEach(() => {
  queryClient.mount()
})
afterEach(() => {
  queryClient.unmount()
  onlineManager.setOnline(true)
  queryClient.clear()
})

function follow(queryFn: () => Promise<string>) {
  const observer = new QueryObserver(queryClient, { queryKey: ['thing'], queryFn })
  const end = observer.subscribe(() => {})
  onTestFinished(end)
  return observer
}

test('what was loaded is not loaded again by itself, not by the focus and not by the network', async () => {
  const queryFn = vi.fn(async () => 'loaded')
  follow(queryFn)
  await vi.waitFor(() => expect(queryClient.getQueryData(['thing'])).toBe('loaded'))
  follow(queryFn)
  dispatchEvent(new Event('visibilitychange'))
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(queryFn).toHaveBeenCalledOnce()
})

test('a failure is not tried again', async () => {
  const queryFn = vi.fn(() => Promise.reject(new Error('no')))
  const observer = follow(queryFn)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  expect(queryFn).toHaveBeenCalledOnce()
})
