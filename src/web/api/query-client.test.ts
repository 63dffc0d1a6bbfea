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

function observe(queryFn: () => Promise<string>) {
  const observer = new QueryObserver(queryClient, { queryKey: ['thing'], queryFn })
  const unsubscribe = observer.subscribe(() => {})
  onTestFinished(unsubscribe)
  return observer
}

test('loaded data is not refetched on mount, on focus or on reconnect', async () => {
  const queryFn = vi.fn(async () => 'loaded')
  observe(queryFn)
  await vi.waitFor(() => expect(queryClient.getQueryData(['thing'])).toBe('loaded'))
  observe(queryFn)
  dispatchEvent(new Event('visibilitychange'))
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(queryFn).toHaveBeenCalledOnce()
})

test('a failed query is not retried', async () => {
  const queryFn = vi.fn(() => Promise.reject(new Error('no')))
  const observer = observe(queryFn)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  expect(queryFn).toHaveBeenCalledOnce()
})
