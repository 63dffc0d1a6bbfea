import type * as z from 'zod/mini'
import type { Context } from '#server/feature.ts'

/**
 * Something that open pages must hear of, declared by the feature in which it happens. Between the processes of a site
 * travels only `data`: ids, and small values such as counts; each process reads and presents the rest for its own sockets.
 */
export type PageUpdate<Data = unknown, Loaded = unknown> = {
  /** Unique, such as `tip.recorded`. */
  readonly name: string
  readonly data: z.ZodMiniType<Data>
  /**
   * Publishes it to the sockets of this process. `loaded` is what the process in which it happened has loaded already. Errors
   * are logged.
   */
  present(context: Context, data: Data, loaded?: Loaded): Promise<void> | void
}

/** Declares an update. Its feature lists it in `updates`; `publish` sends it. */
export const definePageUpdate = <Data, Loaded = never>(
  update: PageUpdate<Data, Loaded>,
): PageUpdate<Data, Loaded> => update
