/** A message for whoever starts the app: what is wrong and what to do, without a stack trace. */
export class PrepareError extends Error {
  name = 'PrepareError'
}
