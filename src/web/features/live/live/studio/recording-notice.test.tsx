import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RecordingProblem, Stream } from '#shared/live/streams.ts'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { RecordingNotice } from './recording-notice.tsx'

const show = (changes: Partial<Stream>) =>
  render(<RecordingNotice stream={testStream(1, changes)} />, { wrapper: DataTestProvider })

test.each<[RecordingProblem, RegExp]>([
  ['noSpace', /no space for recordings/],
  ['engineDown', /live engine is restarting/],
  ['failed', /stopped because of an error/],
])('the studio says why the broadcast is not recorded: %s', (recordingProblem, text) => {
  show({ recordingProblem })
  expect(screen.getByRole('alert').textContent).toMatch(/^This broadcast is not being recorded/)
  expect(screen.getByText(text)).toBeDefined()
})

test('without a problem, and before the start, it says nothing', () => {
  show({ isRecording: true })
  show({ recordingProblem: 'noSpace', isLive: false })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a recording that has failed can be started again', async () => {
  const bodies: unknown[] = []
  stubCalls({
    [`PUT /api/streams/${testStream(1).id}`]: ({ body }) => {
      bodies.push(body)
      return Response.json(testStream(1))
    },
  })
  show({ recordingProblem: 'failed' })
  fireEvent.click(screen.getByRole('button', { name: 'Record again' }))
  await waitFor(() =>
    expect(bodies).toEqual([{ settings: { recordStream: false } }, { settings: { recordStream: true } }]),
  )
})
