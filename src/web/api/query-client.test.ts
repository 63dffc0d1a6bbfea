import { MutationObserver, QueryObserver, onlineManager } from '@tanstack/react-query'
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

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('without a connection a mutation fails at once, and is not sent later', async () => {
  onlineManager.setOnline(false)
  const mutationFn = vi.fn(offline)
  await expect(new MutationObserver(queryClient, { mutationFn }).mutate()).rejects.toThrow(TypeError)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(mutationFn).toHaveBeenCalledOnce()
})

test('without a connection a query fails at once, and is loaded when the connection is back', async () => {
  onlineManager.setOnline(false)
  const queryFn = vi.fn<() => Promise<string>>(offline)
  const observer = observe(queryFn)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  queryFn.mockResolvedValue('loaded')
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('a query that failed for another reason is not repeated when the connection is back', async () => {
  const queryFn = vi.fn(() => Promise.reject(new Error('not found')))
  const observer = observe(queryFn)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(queryFn).toHaveBeenCalledOnce()
})
