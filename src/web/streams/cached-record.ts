import { QueryObserver } from '@tanstack/react-query'
import type { Stream } from '#shared/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'

/** A stream's record in the entity cache, where lists and cards read it too. */
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

  /** Keeps the record in the cache, and calls `listener` after changes, until the returned function is called. */
  observe(load: () => Promise<Stream>, listener: () => void): () => void {
    this.#observer = new QueryObserver<Stream>(queryClient, {
      queryKey: this.#key,
      queryFn: load,
      enabled: false,
    })
    const end = this.#observer.subscribe(listener)
    return () => {
      end()
      this.#observer = null
    }
  }

  /** Loads the record again if it is known; a failure is logged, and leaves what is known. */
  async refresh(): Promise<void> {
    if (!this.get()) return
    const result = await this.#observer?.refetch()
    // A refusal of the server is shown by the page.
    if (result?.error && !(result.error instanceof ApiError))
      console.error('the stream is not up to date', result.error)
  }
}
