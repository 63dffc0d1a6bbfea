import { expect, test, vi } from 'vitest'
import { LastIntent } from './last-intent.ts'

/** A server whose responses the test releases one by one. */
function slowServer() {
  const sent: boolean[] = []
  const shown: string[] = []
  const pending: { succeed: () => void; fail: () => void }[] = []
  const onSettled = vi.fn<(state: string) => void>()
  const onReported = vi.fn<(reported: string, confirmed: string) => void>()
  const onFailed = vi.fn<(error: unknown) => void>()
  const intents = new LastIntent<boolean, string>()
  const submit = (value: boolean, key = 'a') =>
    intents.submit(key, value, {
      previous: 'previous',
      desired: `desired ${value}`,
      show: (state) => shown.push(state),
      send: (sentValue) => {
        sent.push(sentValue)
        return new Promise((resolve, reject) => {
          pending.push({
            succeed: () => resolve(`stored ${sentValue}`),
            fail: () => reject(new Error('no')),
          })
        })
      },
      onSettled,
      onReported,
      onFailed,
    })
  return { intents, submit, sent, shown, onSettled, onReported, onFailed, next: () => pending.shift() }
}

test('a value is shown at once, and then the state that the server has stored', async () => {
  const { submit, sent, shown, onSettled, next } = slowServer()
  submit(true)
  expect(shown).toEqual(['desired true'])
  expect(sent).toEqual([true])
  next()?.succeed()
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledWith('stored true'))
  expect(shown).toEqual(['desired true', 'stored true'])
})

test('there is one request at a time, and after it only the newest value is sent', async () => {
  const { submit, sent, shown, onSettled, next } = slowServer()
  for (const value of [true, false, true, false]) submit(value)
  expect(sent).toEqual([true])
  next()?.succeed()
  await vi.waitFor(() => expect(sent).toEqual([true, false]))
  expect(onSettled).not.toHaveBeenCalled()
  next()?.succeed()
  await vi.waitFor(() => expect(onSettled.mock.calls).toEqual([['stored false']]))
  expect(shown.slice(4)).toEqual(['stored false'])
})

test('a value equal to the one just sent is not sent again', async () => {
  const { submit, sent, onSettled, next } = slowServer()
  for (const value of [true, false, true]) submit(value)
  next()?.succeed()
  await vi.waitFor(() => expect(onSettled.mock.calls).toEqual([['stored true']]))
  expect(sent).toEqual([true])
})

test('keys are independent of each other', () => {
  const { submit, sent } = slowServer()
  submit(true, 'a')
  submit(false, 'b')
  expect(sent).toEqual([true, false])
})

test('a failure shows the previous state and is reported once, and the next value is sent again', async () => {
  const { submit, sent, shown, onFailed, next } = slowServer()
  submit(true)
  submit(false)
  next()?.fail()
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(shown.at(-1)).toBe('previous')
  expect(sent).toEqual([true])
  submit(true)
  expect(sent).toEqual([true, true])
})

test('a failure shows the last state that the server has confirmed', async () => {
  const { submit, sent, shown, onFailed, onSettled, next } = slowServer()
  submit(true)
  submit(false)
  next()?.succeed()
  await vi.waitFor(() => expect(sent).toEqual([true, false]))
  next()?.fail()
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledWith(expect.any(Error)))
  expect(shown).toEqual(['desired true', 'desired false', 'stored true'])
  expect(onSettled).not.toHaveBeenCalled()
})

test('a request is running until its result is shown', async () => {
  const { intents, submit, shown, next } = slowServer()
  submit(true)
  expect(intents.isRunning('a')).toBe(true)
  expect(intents.isRunning('b')).toBe(false)
  const idle = intents.idle('a')
  next()?.succeed()
  await idle
  expect(intents.isRunning('a')).toBe(false)
  expect(shown.at(-1)).toBe('stored true')
})

test('of the states that the server reports during a run, the newest is given back at its end', async () => {
  const { intents, submit, onReported, next } = slowServer()
  expect(intents.report('a', 'before')).toBe(false)
  submit(true)
  expect(intents.report('b', 'of another key')).toBe(false)
  for (const state of ['first', 'second']) expect(intents.report('a', state)).toBe(true)
  expect(onReported).not.toHaveBeenCalled()
  next()?.succeed()
  await vi.waitFor(() => expect(onReported.mock.calls).toEqual([['second', 'stored true']]))
  submit(false)
  next()?.succeed()
  await intents.idle('a')
  expect(onReported).toHaveBeenCalledOnce()
})
