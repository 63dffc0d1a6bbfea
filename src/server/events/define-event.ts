/** Something that happens in the site, declared by the feature in which it does. `Data` is what is told of it. */
export type EventType<Data> = {
  /** Such as `stream.deleted`; for logs. */
  readonly name: string
  /** Only for its type. */
  readonly data?: Data
}

export const defineEvent = <Data>(name: string): EventType<Data> => ({ name })
