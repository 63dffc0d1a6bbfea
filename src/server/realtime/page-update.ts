import type * as z from 'zod/mini'

/**
 * Something that open pages must hear of, declared by the feature in which it happens. Between the processes of a site
 * travels only `data`: ids, and small values such as counts; each process reads and presents the rest for its own sockets.
 */
export type PageUpdate<Context, Data, Loaded> = {
  /** Unique, such as `tip.recorded`. */
  readonly name: string
  readonly data: z.ZodMiniType<Data>
  /**
   * Publishes it to the sockets of this process. `loaded` is what the process in which it happened has loaded already. Errors
   * are logged.
   */
  present(context: Context, data: Data, loaded?: Loaded): Promise<void> | void
}
