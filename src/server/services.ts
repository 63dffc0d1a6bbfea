/**
 * An object that several features share, such as a cache. Each process opens it at its first use; `Needs` is the part of the
 * context that it needs.
 */
export type Service<in Needs, out Value> = {
  readonly name: string
  /** `onClose` registers a function that is called when the process closes. */
  readonly open: (needs: Needs, onClose: (close: Close) => void) => Value
}

/** A value of a feature for an extension point of a lower feature. */
export type Extension<in Needs> = { readonly point: object; readonly open: (needs: Needs) => unknown }

/** A list to which higher features add, without being known: `service(point)` returns what they have added. */
export type ExtensionPoint<Needs, Value> = Service<Needs, readonly Value[]> & {
  /** Adds a value; the feature lists it in `extensions`. */
  readonly extend: (open: (needs: Needs) => Value) => Extension<Needs>
}

type Close = () => void | Promise<void>

/** Declares a service, in the folder of the feature that owns it. */
export function defineService<Needs, Value>(
  name: string,
  open: Service<Needs, Value>['open'],
): Service<Needs, Value> {
  return { name, open }
}

/** Declares an extension point. Its values are opened in the order of the features. */
export function defineExtensionPoint<Needs, Value>(name: string): ExtensionPoint<Needs, Value> {
  const point: ExtensionPoint<Needs, Value> = {
    name,
    open: () => [],
    extend: (open) => ({ point, open }),
  }
  return point
}

/** Replaces a service of a process by a value, in tests. */
export type Replacement = { readonly service: object; readonly value: unknown }

export function replaceService<Value>(service: Service<never, Value>, value: Value): Replacement {
  return { service, value }
}

type Options<Context> = {
  /** Returns the context of the process, which has `service`. */
  context: () => Context
  extensions: readonly Extension<never>[]
  replacements?: readonly Replacement[]
}

/** The services of a process. */
export class Services<Context> {
  readonly #options: Options<Context>
  readonly #values: Map<object, unknown>
  readonly #closes: Close[] = []
  readonly #opening = new Set<object>()

  constructor(options: Options<Context>) {
    this.#options = options
    this.#values = new Map(options.replacements?.map(({ service, value }) => [service, value]))
  }

  /** Returns a service, or the values of an extension point. */
  readonly get = <Value>(service: Service<Context, Value>): Value => {
    if (!this.#values.has(service)) {
      const value = this.#open(service)
      this.#values.set(service, value)
      // The next use opens it again.
      if (value instanceof Promise) value.catch(() => this.#values.delete(service))
    }
    // Boundary: the value was opened by this service, or replaces its value.
    return this.#values.get(service) as Value
  }

  /** Closes the services, the one that was opened last first. Rejects with the first error after all are closed. */
  async close(): Promise<void> {
    const errors: unknown[] = []
    for (const close of this.#closes.toReversed())
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    if (errors.length > 0) throw errors[0]
  }

  #open(service: Service<Context, unknown>): unknown {
    if (this.#opening.has(service)) throw new Error(`the service '${service.name}' needs itself`)
    this.#opening.add(service)
    try {
      return this.#openValue(service)
    } finally {
      this.#opening.delete(service)
    }
  }

  #openValue(service: Service<Context, unknown>): unknown {
    const context = this.#options.context()
    const extensions = this.#options.extensions.filter(({ point }) => point === service)
    // Boundary: an extension has the needs of its point, which are those of this service.
    if (extensions.length > 0) return extensions.map(({ open }) => open(context as never))
    return service.open(context, (close) => void this.#closes.push(close))
  }
}
