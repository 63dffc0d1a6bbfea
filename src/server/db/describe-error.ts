import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'

/** Describes an error without the values of a failed statement, such as addresses and messages of users. */
export function describeError(error: Error): object {
  const described = pino.stdSerializers.err(error)
  const { params: _, detail: __, ...rest } = described
  let { message, stack } = described
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DrizzleQueryError) {
      const values = `\nparams: ${cause.params.join()}`
      message = message.replaceAll(values, '')
      stack = stack.replaceAll(values, '')
    }
  return { ...rest, message, stack }
}
