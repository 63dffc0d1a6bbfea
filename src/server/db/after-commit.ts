import type { Executor } from './executor.ts'

type Callback = () => void

/** The callbacks of each transaction that is open. */
const callbacksByTransaction = new WeakMap<object, Callback[]>()

/**
 * Calls `callback` after the commit of the transaction, before its verb continues; never if it is rolled back. On a
 * database instead of a transaction each statement is committed already: then at once. `callback` must not throw.
 */
export function afterCommit(tx: Executor, callback: Callback): void {
  const callbacks = callbacksByTransaction.get(tx)
  if (callbacks) callbacks.push(callback)
  else callback()
}

/** Runs the work of a transaction; returns its result, and the function that calls what waits for the commit. */
export async function collectCallbacks<Tx extends object, Result>(
  tx: Tx,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ result: Result; runCallbacks: () => void }> {
  const callbacks: Callback[] = []
  callbacksByTransaction.set(tx, callbacks)
  const result = await work(tx)
  return { result, runCallbacks: () => callbacks.forEach((callback) => callback()) }
}
