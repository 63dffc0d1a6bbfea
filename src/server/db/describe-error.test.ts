import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

function logged(err: Error): string {
  const lines: string[] = []
  pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(line) }).error(
    { err },
    'failed',
  )
  return lines.join('')
}

test('the log names a failed statement and its cause, but none of its values', () => {
  const cause = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(ama@example.org) exists' })
  const failed = new DrizzleQueryError('insert into users', ['ama@example.org', null], cause)
  for (const error of [failed, new Error('not stored', { cause: failed }), cause])
    expect(logged(error)).not.toContain('ama@example.org')
  expect(logged(failed)).toContain('insert into users')
  expect(logged(failed)).toContain('duplicate key')
})
