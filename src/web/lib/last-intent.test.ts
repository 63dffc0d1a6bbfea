import { expect, test, vi } from 'vitest'
import { LastIntent } from './last-intent.ts'

/** A server whose responses the test releases one by one. */
function slowServer() {
  const sent: boolean[] = []
  const pending: { succeed: () => void; fail: () => void }[] = []
  const callbacks = {
    send: (value: boolean) => {
      sent.push(value)
      return new Promise<boolean>((resolve, reject) => {
        pending.push({ succeed: () => resolve(value), fail: () => reject(new Error('no')) })
      })
    },
    onSettled: vi.fn<(result: boolean) => void>(),
    onFailed: vi.fn<(error: unknown, lastResult: boolean | undefined) => void>(),
  }
  return { sent, callbacks, next: () => pending.shift() }
}

test('a value is sent, and its result is reported', async () => {
  const { sent, callbacks, next } = slowServer()
  new LastIntent<boolean, boolean>().submit('a', true, callbacks)
  expect(sent).toEqual([true])
  next()?.succeed()
  await vi.waitFor(() => expect(callbacks.onSettled).toHaveBeenCalledWith(true))
})

test('there is one request at a time, and after it only the newest value is sent', async () => {
  const { sent, callbacks, next } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  for (const value of [true, false, true, false]) likes.submit('a', value, callbacks)
  expect(sent).toEqual([true])
  next()?.succeed()
  await vi.waitFor(() => expect(sent).toEqual([true, false]))
  expect(callbacks.onSettled).not.toHaveBeenCalled()
  next()?.succeed()
  await vi.waitFor(() => expect(callbacks.onSettled.mock.calls).toEqual([[false]]))
})

test('a value equal to the one just sent is not sent again', async () => {
  const { sent, callbacks, next } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  for (const value of [true, false, true]) likes.submit('a', value, callbacks)
  next()?.succeed()
  await vi.waitFor(() => expect(callbacks.onSettled.mock.calls).toEqual([[true]]))
  expect(sent).toEqual([true])
})

test('keys are independent of each other', () => {
  const { sent, callbacks } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  likes.submit('a', true, callbacks)
  likes.submit('b', false, callbacks)
  expect(sent).toEqual([true, false])
})

test('a failure is reported once, and the next value is sent again', async () => {
  const { sent, callbacks, next } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  likes.submit('a', true, callbacks)
  likes.submit('a', false, callbacks)
  next()?.fail()
  await vi.waitFor(() => expect(callbacks.onFailed).toHaveBeenCalledOnce())
  expect(sent).toEqual([true])
  likes.submit('a', true, callbacks)
  expect(sent).toEqual([true, true])
})

test('a failure reports the result of the previous request', async () => {
  const { sent, callbacks, next } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  likes.submit('a', true, callbacks)
  likes.submit('a', false, callbacks)
  next()?.succeed()
  await vi.waitFor(() => expect(sent).toEqual([true, false]))
  next()?.fail()
  await vi.waitFor(() => expect(callbacks.onFailed).toHaveBeenCalledWith(expect.any(Error), true))
})
