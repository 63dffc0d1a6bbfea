import { useMutation } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

export type MutationCallbacks<Result = unknown, Input = unknown> = {
  onDone: (result: Result, input: Input) => void
  onFailed: (error: unknown) => void
}

type ReloadingMutation<Result, Input> = MutationCallbacks<Result, Input> & {
  send: (input: Input) => Promise<Result>
  /** Key of the queries that the change affects. */
  invalidates: readonly unknown[]
}

/** Sends a change, then loads the queries under a key again, without waiting for them. */
export function useReloadingMutation<Result, Input = void>({
  send,
  invalidates,
  onDone,
  onFailed,
}: ReloadingMutation<Result, Input>) {
  return useMutation({
    mutationFn: send,
    onSuccess: (result, input) => {
      void queryClient.invalidateQueries({ queryKey: invalidates })
      onDone(result, input)
    },
    onError: onFailed,
  })
}
