import { expect, test } from 'vitest'
import { compileCatalogue, readCatalogue } from './icu.ts'

test('a message missing in a language is in English, and one missing in English is dropped', () => {
  const english = { chat: { send: 'Send', empty: 'No messages yet.' } }
  const french = { chat: { send: 'Envoyer' }, old: 'Ancien' }
  expect(compileCatalogue(english, french)).toEqual({ chat: { send: 'Envoyer', empty: 'No messages yet.' } })
})

test('messages with arguments are compiled, so that no parser is shipped', () => {
  const compiled = compileCatalogue({ left: '{count, plural, one {# left} other {# left}}' }, {})
  expect(JSON.stringify(compiled)).not.toContain('plural,')
  expect(compiled['left']).not.toBeTypeOf('string')
})

test('a catalogue with anything but texts and namespaces is refused', () => {
  expect(() => readCatalogue('{"a": 1}')).toThrow('strings and namespaces')
  expect(() => readCatalogue('{"a": ["b"]}')).toThrow('strings and namespaces')
})
