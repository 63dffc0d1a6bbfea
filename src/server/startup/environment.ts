import { StartupError } from './startup-error.ts'

/** An invalid environment variable. The message is one line with its name, its value and what is allowed. */
export class ConfigError extends StartupError {
  override name = 'ConfigError'
}

/** Returns the trimmed value of a variable; an empty one counts as unset. */
export function readValue(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function invalidValue(name: string, given: string, wanted: string): ConfigError {
  return new ConfigError(`${name}=${JSON.stringify(given)} is not understood: set it to ${wanted}.`)
}

export function readOneOf<T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const given = readValue(env, name)
  if (given === undefined) return fallback
  const found = allowed.find((item) => item === given)
  if (!found) throw invalidValue(name, given, `one of ${allowed.join(', ')}`)
  return found
}

export function readInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  range: { default: number; min: number; max: number },
): number {
  const given = readValue(env, name)
  if (given === undefined) return range.default
  const number = Number(given)
  if (!/^\d+$/.test(given) || number < range.min || number > range.max) {
    throw invalidValue(name, given, `a whole number from ${range.min} to ${range.max}`)
  }
  return number
}

/** Returns the milliseconds of a variable in seconds; fractions are allowed, so that tests can use short times. */
export function readSeconds(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const given = readValue(env, name)
  if (given === undefined) return fallback * 1000
  const number = Number(given)
  if (!/^\d+(\.\d+)?$/.test(given) || number <= 0 || number > 86_400) {
    throw invalidValue(name, given, 'a number of seconds above 0, at most 86400')
  }
  return Math.round(number * 1000)
}
