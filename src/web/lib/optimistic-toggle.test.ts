import { expect, test, vi } from 'vitest'
import { LastIntent } from './last-intent.ts'
import { toggleOptimistically } from './optimistic-toggle.ts'

type State = { isOn: boolean; count: number }

test('after a failure the toggle shows the last state that the server confirmed', async () => {
  const intents = new LastIntent<boolean, State>()
  const shown: State[] = []
  const onFailed = vi.fn()
  const send = vi
    .fn<(isOn: boolean) => Promise<State>>()
    .mockResolvedValueOnce({ isOn: true, count: 8 })
    .mockRejectedValueOnce(new Error('refused'))
  const toggle = (previous: State, desired: State) =>
    toggleOptimistically(intents, 'post', desired.isOn, {
      previous,
      desired,
      show: (state) => shown.push(state),
      send,
      onFailed,
    })

  toggle({ isOn: false, count: 3 }, { isOn: true, count: 4 })
  toggle({ isOn: true, count: 4 }, { isOn: false, count: 3 })
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(shown).toEqual([
    { isOn: true, count: 4 },
    { isOn: false, count: 3 },
    { isOn: true, count: 8 },
  ])
})
