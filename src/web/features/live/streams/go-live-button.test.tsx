import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { GoLiveButton } from './go-live-button.tsx'

const path = 'GET /api/streams/ready'

const press = () => {
  const { hook, history } = memoryLocation({ record: true })
  render(
    <DataTestProvider>
      <Router hook={hook}>
        <GoLiveButton />
        <Toaster />
      </Router>
    </DataTestProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Go Live' }))
  return history
}

test.each([
  ['without a ready stream', null, '/stream/create'],
  ['with a ready stream', testStream(1).id, `/stream/${testStream(1).id}/broadcast`],
])('%s it opens the right page', async (_state, streamId, address) => {
  stubCalls({ [path]: () => Response.json({ streamId, choices: [] }) })
  const history = press()
  await waitFor(() => expect(history).toEqual(['/', address]))
})

test('an error of the server is shown as a toast', async () => {
  stubCalls({ [path]: () => errorResponse(503, { code: 'unavailable', message: 'The site is busy.' }) })
  const history = press()
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  expect(history).toEqual(['/'])
})

const createdAt = '2026-01-05T10:00:00.000Z'

test.each([
  ['Egusi night', `/stream/${testStream(2).id}/broadcast`],
  ['New Stream', '/stream/create'],
])('among streams that have never started it asks: %s', async (choice, address) => {
  const choices = [{ id: testStream(2).id, title: 'Egusi night', createdAt, scheduledFor: null }]
  stubCalls({ [path]: () => Response.json({ streamId: null, choices }) })
  const history = press()
  const dialog = await screen.findByRole('dialog', { name: 'Which stream do you want to start?' })
  expect(history).toEqual(['/'])
  fireEvent.click(within(dialog).getByRole('link', { name: new RegExp(choice) }))
  await waitFor(() => expect(history).toEqual(['/', address]))
})
