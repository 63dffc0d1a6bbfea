import type * as z from 'zod/mini'

/** Something that open pages must hear of, for `publish`. */
export type PageEvent = { readonly name: string; readonly data: unknown; readonly loaded?: unknown }

type Definition<Context, Data, Loaded> = {
  /** Unique, such as `tip.recorded`. */
  name: string
  data: z.ZodMiniType<Data>
  /**
   * Publishes it to the sockets of this process. `loaded` is what the process in which it happened has loaded already. Errors
   * are logged.
   */
  present(context: Context, data: Data, loaded?: Loaded): Promise<void> | void
}

/**
 * A kind of event for open pages, declared by the feature in which it happens; called with its data it is one. Between the
 * processes of a site travel only ids and small values such as counts; each process loads and presents the rest for its
 * own sockets.
 */
export type PageUpdate<Context, Data, Loaded> = {
  (data: Data, loaded?: Loaded): PageEvent
  readonly definition: Definition<Context, Data, Loaded>
}

/** An update of any data, to list it. */
export type AnyPageUpdate<Context> = {
  readonly definition: Omit<Definition<Context, never, never>, 'data'> & { data: z.ZodMiniType }
}

export function createPageUpdate<Context, Data, Loaded>(
  definition: Definition<Context, Data, Loaded>,
): PageUpdate<Context, Data, Loaded> {
  const { name } = definition
  const create = (data: Data, loaded?: Loaded): PageEvent => ({ name, data, loaded })
  return Object.assign(create, { definition })
}
