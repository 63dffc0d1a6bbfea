import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import { DataTestProvider, stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { EncoderSettings } from './encoder-settings.tsx'

const stream = testStream(1, { isLive: false, streamKey: 'live_first' })
const path = `GET /api/users/${stream.streamerId}/streams`

function show(...streams: Stream[]) {
  stubCalls({ [path]: () => Response.json(streams) })
  render(<EncoderSettings stream={stream} />, { wrapper: DataTestProvider })
}
const serverUrl = async () => (await screen.findByLabelText<HTMLInputElement>('Server')).value

test('the studio shows the server URL and the masked key', async () => {
  show(stream)
  expect(await serverUrl()).toBe(`${location.origin}/whip`)
  const key = screen.getByLabelText<HTMLInputElement>('Stream key')
  expect([key.type, key.value]).toEqual(['password', 'live_first'])
})

test('the server URL names the stream where encoders send to another one, also if the list lacks it', async () => {
  show(testStream(2, { isLive: true, streamKey: 'live_first' }))
  expect(await serverUrl()).toBe(`${location.origin}/whip?streamId=${stream.id}`)
  expect(screen.getByLabelText<HTMLInputElement>('Stream key').value).toBe('live_first')
})

test('the settings are folded unless an encoder sends', async () => {
  show(stream)
  const fold = (await screen.findByLabelText('Server')).closest('details')
  expect(fold?.open).toBe(false)
  render(<EncoderSettings stream={stream} isOpen />, { wrapper: DataTestProvider })
  const [, unfolded] = await screen.findAllByLabelText('Server')
  expect(unfolded?.closest('details')?.open).toBe(true)
})

test('a failed load of the key is shown and can be retried', async () => {
  const responses = [errorResponse(503, { code: 'unavailable', message: 'The site is busy.' })]
  stubCalls({ [path]: () => responses.shift() ?? Response.json([stream]) })
  render(<EncoderSettings stream={stream} />, { wrapper: DataTestProvider })
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await serverUrl()).toBe(`${location.origin}/whip`)
})
