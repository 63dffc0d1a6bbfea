import { StartupError } from './startup-error.ts'

/** Names the variable, says what is wrong and what would be right, on one line. */
export class ConfigError extends StartupError {
  override name = 'ConfigError'
}

export function value(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function wrong(name: string, given: string, wanted: string): ConfigError {
  return new ConfigError(`${name}=${JSON.stringify(given)} is not understood: set it to ${wanted}.`)
}

export function oneOf<T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  unset: T,
): T {
  const given = value(env, name)
  if (given === undefined) return unset
  const found = allowed.find((item) => item === given)
  if (!found) throw wrong(name, given, `one of ${allowed.join(', ')}`)
  return found
}

export function integer(
  env: NodeJS.ProcessEnv,
  name: string,
  range: { default: number; min: number; max: number },
): number {
  const given = value(env, name)
  if (given === undefined) return range.default
  const number = Number(given)
  if (!/^\d+$/.test(given) || number < range.min || number > range.max) {
    throw wrong(name, given, `a whole number from ${range.min} to ${range.max}`)
  }
  return number
}

/** Milliseconds of a variable given in seconds; fractions let tests be quick. */
export function seconds(env: NodeJS.ProcessEnv, name: string, unset: number): number {
  const given = value(env, name)
  if (given === undefined) return unset * 1000
  const number = Number(given)
  if (!/^\d+(\.\d+)?$/.test(given) || number <= 0 || number > 86_400) {
    throw wrong(name, given, 'a number of seconds above 0, at most 86400')
  }
  return Math.round(number * 1000)
}
