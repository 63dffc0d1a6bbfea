import { expect, test } from 'vitest'
import { mailboxKey } from './mailbox-key.ts'

test.each([
  ['victim@example.org', 'victim+1@example.org'],
  ['victim@example.org', 'victim+one+two@example.org'],
  ['victim@example.org', 'Victim@Example.ORG'],
  ['a.victim@gmail.com', 'avi.ctim+1@googlemail.com'],
])('%s and %s count as one mailbox', (one, other) => {
  expect(mailboxKey(one)).toBe(mailboxKey(other))
})

test.each([
  ['victim@example.org', 'victim@example.com'],
  ['a.victim@example.org', 'avictim@example.org'],
  ['victim@example.org', 'victim-1@example.org'],
  ['+one@example.org', '+two@example.org'],
])('%s and %s count as two mailboxes', (one, other) => {
  expect(mailboxKey(one)).not.toBe(mailboxKey(other))
})
