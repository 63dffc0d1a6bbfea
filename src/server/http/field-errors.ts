import type { z } from 'zod/mini'
import type { InvalidField } from './errors.ts'
import type { Message } from './translations.ts'

type Issue = z.core.$ZodIssue

/** Limits the size of the response to an invalid request. */
const MAX_FIELDS = 20

/** Returns an error with a dotted `path` for each invalid field, at most `MAX_FIELDS`. */
export function toFieldErrors(issues: readonly Issue[]): InvalidField[] {
  return issues
    .slice(0, MAX_FIELDS)
    .flatMap((issue) => pathsOf(issue).map((path) => ({ path: path.join('.'), ...messageOf(issue) })))
    .slice(0, MAX_FIELDS)
}

/** Each unrecognized key is an error of its own. */
function pathsOf(issue: Issue): PropertyKey[][] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MAX_FIELDS).map((key) => [...issue.path, key])
    : [issue.path]
}

function messageOf(issue: Issue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return { key: issue.input === undefined ? 'fields.required' : 'fields.wrong' }
    case 'too_small':
      if (issue.origin !== 'string') return { key: 'fields.range' }
      return Number(issue.minimum) <= 1
        ? { key: 'fields.required' }
        : { key: 'fields.tooShort', values: { min: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string') return { key: 'fields.tooLong', values: { max: Number(issue.maximum) } }
      return issue.origin === 'array'
        ? { key: 'fields.tooMany', values: { max: Number(issue.maximum) } }
        : { key: 'fields.range' }
    case 'invalid_format':
      if (issue.format === 'email') return { key: 'fields.email' }
      // The only regular expression of the contract requires a visible character.
      if (issue.format === 'regex') return { key: 'fields.required' }
      return { key: issue.format === 'url' ? 'fields.url' : 'fields.wrong' }
    case 'invalid_value':
      return { key: 'fields.choice' }
    default:
      return { key: 'fields.wrong' }
  }
}
