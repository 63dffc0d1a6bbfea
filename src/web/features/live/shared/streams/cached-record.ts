import { QueryObserver } from '@tanstack/react-query'
import type { Stream } from '#shared/live/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'

/** A stream's record in the entity cache, which lists and cards also read. */
export class CachedRecord {
  readonly #key: ReturnType<typeof entityKey>
  #observer: QueryObserver<Stream> | null = null

  constructor(streamId: string) {
    this.#key = entityKey('streams', streamId)
  }

  get(): Stream | undefined {
    return queryClient.getQueryData<Stream | null>(this.#key) ?? undefined
  }

  set(record: Stream | undefined): void {
    queryClient.setQueryData(this.#key, record)
  }

  /** Keeps the record in the cache and calls `listener` after changes, until the returned function is called. */
  observe(load: () => Promise<Stream>, listener: () => void): () => void {
    this.#observer = new QueryObserver<Stream>(queryClient, {
      queryKey: this.#key,
      queryFn: load,
      enabled: false,
    })
    const unsubscribe = this.#observer.subscribe(listener)
    return () => {
      unsubscribe()
      this.#observer = null
    }
  }

  /** Refetches the record if it is cached; a failure is logged, and the cached record stays. */
  async refresh(): Promise<void> {
    if (!this.get()) return
    const result = await this.#observer?.refetch()
    // The page shows an error of the server.
    if (result?.error && !(result.error instanceof ApiError))
      console.error('the stream is not up to date', result.error)
  }
}
