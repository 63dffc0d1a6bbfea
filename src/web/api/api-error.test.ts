import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'

test('the message is the status, a colon, a space and the body', () => {
  const body = '{"message":"Unauthorized","code":"unauthorized"}'
  expect(new ApiError(401, 'Unauthorized', body).message).toBe(`401: ${body}`)
})

test('without a body the message is the status and its text', () => {
  const error = new ApiError(502, 'Bad Gateway', '')
  expect(error.message).toBe('502: Bad Gateway')
  expect([error.body, error.code, error.text, error.fields]).toEqual([null, null, null, []])
})

test('a body of the API provides the code, the user-facing text and the field errors', () => {
  const fields = [{ path: 'title', message: 'Give it a title.' }]
  const error = new ApiError(
    400,
    'Bad Request',
    JSON.stringify({ message: 'Please look again.', code: 'invalid', fields }),
  )
  expect([error.status, error.code, error.text, error.fields]).toEqual([
    400,
    'invalid',
    'Please look again.',
    fields,
  ])
})

test.each(['<h1>Bad Gateway</h1>', '{"message":"no code"}', '{"message":"x","code":"unheard_of"}', 'null'])(
  'a body that is not from the API is never shown to users (%s)',
  (text) => {
    const error = new ApiError(502, 'Bad Gateway', text)
    expect([error.body, error.code, error.text]).toEqual([null, null, null])
  },
)
