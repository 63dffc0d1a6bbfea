import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { GoLiveButton } from './go-live-button.tsx'

const userId = '6f1c11aa-3a1c-4f0e-9a55-0d7a3f6f1c11'
const path = `GET /api/users/${userId}/streams`

const press = () => {
  const { hook, history } = memoryLocation({ record: true })
  render(
    <DataTestProvider>
      <Router hook={hook}>
        <GoLiveButton userId={userId} />
        <Toaster />
      </Router>
    </DataTestProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Go Live' }))
  return history
}

const studio = `/stream/${testStream(1).id}/broadcast`

test.each([
  ['there is no stream yet', [], '/stream/create'],
  ['the newest one is over', [testStream(1, { isLive: false })], '/stream/create'],
  ['the newest one is live', [testStream(1)], studio],
  ['the newest one has never started', [testStream(1, { isLive: false, startedAt: null })], studio],
])('when %s', async (_state, streams, address) => {
  const { seen } = answerCalls({ [path]: () => Response.json(streams) })
  const history = press()
  await waitFor(() => expect(history).toEqual(['/', address]))
  expect(seen).toEqual([`${path}?limit=1`])
})

test('when the server cannot say, a toast does', async () => {
  answerCalls({ [path]: () => refusal(503, { code: 'unavailable', message: 'The site is busy.' }) })
  const history = press()
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  expect(history).toEqual(['/'])
})
