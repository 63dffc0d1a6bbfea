import type { LastIntent } from './last-intent.ts'

type Toggle<State> = {
  previous: State
  desired: State
  show: (state: State) => void
  send: (isOn: boolean) => Promise<State>
  onFailed: (error: unknown) => void
}

/**
 * Shows the desired state of a toggle at once, then the server's result; after a failure the last result of the same
 * run, or the previous state. Of fast repeated changes only the last one is sent.
 */
export function toggleOptimistically<State>(
  intents: LastIntent<boolean, State>,
  key: string,
  isOn: boolean,
  { previous, desired, show, send, onFailed }: Toggle<State>,
): void {
  show(desired)
  intents.submit(key, isOn, {
    send,
    onSettled: show,
    onFailed: (error, lastResult) => {
      show(lastResult ?? previous)
      onFailed(error)
    },
  })
}

/** Returns a count after the current user has turned a toggle on or off. */
export function countAfter(isOn: boolean, count: number): number {
  return Math.max(0, count + (isOn ? 1 : -1))
}
