import { expect, test } from 'vitest'
import { displayName, maskEmail, publicName } from './users.ts'

const ada = { handle: 'ada_o', firstName: 'Ada', lastName: null, email: 'ada@example.org' }
const nameless = { ...ada, firstName: null }

test.each([
  ['a member with a name, by the name', ada, 'Ada'],
  ['others without a name, by the handle', { ...nameless, email: maskEmail(nameless.email) }, '@ada_o'],
  [
    'without a name and with an address of one letter',
    { ...nameless, email: maskEmail('a@x.org') },
    '@ada_o',
  ],
  ['to owner and admins, by the address', nameless, 'ada@example.org'],
])('a member is shown: %s', (_case, user, name) => {
  expect(displayName(user)).toBe(name)
})

test('a name for everyone never has the address', () => {
  expect([publicName(ada), publicName(nameless)]).toEqual(['Ada', '@ada_o'])
})
