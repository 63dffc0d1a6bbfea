import { act, renderHook, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { DataTestProvider, answerCalls, refusal } from '#web/api/test-network.tsx'
import { useStream } from './use-stream.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <DataTestProvider>{children}</DataTestProvider>
  </StrictMode>
)
const open = () => renderHook(() => useStream('one'), { wrapper })

test('a page that is opened after another shows what is so now, and never what was before', async () => {
  let title = 'Before'
  const { seen } = answerCalls({ 'GET /api/streams/one': () => Response.json({ id: 'one', title }) })
  const first = open()
  expect(first.result.current).toMatchObject({ isPending: true, error: null })
  await waitFor(() => expect(first.result.current.data?.title).toBe('Before'))
  expect(first.result.current.isPending).toBe(false)
  title = 'After'
  const second = open()
  expect(second.result.current).toMatchObject({ data: undefined, isPending: true })
  await waitFor(() => expect(second.result.current.data?.title).toBe('After'))
  expect(seen).toHaveLength(2)
})

test('a stream that is absent is an error with its status, until it can be had', async () => {
  let isThere = false
  answerCalls({
    'GET /api/streams/one': () =>
      isThere ? Response.json({ id: 'one' }) : refusal(404, { code: 'not_found' }),
  })
  const { result } = open()
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 404, code: 'not_found' }))
  expect(result.current.isPending).toBe(false)
  isThere = true
  await act(() => result.current.refetch())
  await waitFor(() => expect(result.current.data).toMatchObject({ id: 'one' }))
  expect(result.current.error).toBeNull()
})
