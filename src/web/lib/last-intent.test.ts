import { expect, test, vi } from 'vitest'
import { LastIntent } from './last-intent.ts'

/** A server that answers when the test says so. */
function slowServer() {
  const asked: boolean[] = []
  const waiting: { grant: () => void; refuse: () => void }[] = []
  const steps = {
    send: (wish: boolean) => {
      asked.push(wish)
      return new Promise<boolean>((resolve, reject) => {
        waiting.push({ grant: () => resolve(wish), refuse: () => reject(new Error('no')) })
      })
    },
    onSettled: vi.fn<(answer: boolean) => void>(),
    onFailed: vi.fn<(error: unknown, granted: boolean | undefined) => void>(),
  }
  return { asked, steps, answer: () => waiting.shift() }
}

test('a wish is sent, and its answer is told', async () => {
  const { asked, steps, answer } = slowServer()
  new LastIntent<boolean, boolean>().want('a', true, steps)
  expect(asked).toEqual([true])
  answer()?.grant()
  await vi.waitFor(() => expect(steps.onSettled).toHaveBeenCalledWith(true))
})

test('one request at a time, and after it only the newest wish', async () => {
  const { asked, steps, answer } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  for (const wish of [true, false, true, false]) likes.want('a', wish, steps)
  expect(asked).toEqual([true])
  answer()?.grant()
  await vi.waitFor(() => expect(asked).toEqual([true, false]))
  expect(steps.onSettled).not.toHaveBeenCalled()
  answer()?.grant()
  await vi.waitFor(() => expect(steps.onSettled.mock.calls).toEqual([[false]]))
})

test('a wish that was just granted is not sent again', async () => {
  const { asked, steps, answer } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  for (const wish of [true, false, true]) likes.want('a', wish, steps)
  answer()?.grant()
  await vi.waitFor(() => expect(steps.onSettled.mock.calls).toEqual([[true]]))
  expect(asked).toEqual([true])
})

test('each key has its own turn', () => {
  const { asked, steps } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  likes.want('a', true, steps)
  likes.want('b', false, steps)
  expect(asked).toEqual([true, false])
})

test('a refusal is told once, and the next wish is sent afresh', async () => {
  const { asked, steps, answer } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  likes.want('a', true, steps)
  likes.want('a', false, steps)
  answer()?.refuse()
  await vi.waitFor(() => expect(steps.onFailed).toHaveBeenCalledOnce())
  expect(asked).toEqual([true])
  likes.want('a', true, steps)
  expect(asked).toEqual([true, true])
})

test('a refusal says what was granted before it', async () => {
  const { asked, steps, answer } = slowServer()
  const likes = new LastIntent<boolean, boolean>()
  likes.want('a', true, steps)
  likes.want('a', false, steps)
  answer()?.grant()
  await vi.waitFor(() => expect(asked).toEqual([true, false]))
  answer()?.refuse()
  await vi.waitFor(() => expect(steps.onFailed).toHaveBeenCalledWith(expect.any(Error), true))
})
