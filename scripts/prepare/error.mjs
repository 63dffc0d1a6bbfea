/** An error whose message says what is wrong and what to do; it is printed without a stack trace. */
export class PrepareError extends Error {
  name = 'PrepareError'
}
