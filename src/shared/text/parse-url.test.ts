import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.ts'

test('a URL is parsed, also a relative one with a base', () => {
  expect(parseUrl('https://example.org/a')?.pathname).toBe('/a')
  expect(parseUrl('b', 'https://example.org/a/')?.href).toBe('https://example.org/a/b')
  expect([parseUrl(''), parseUrl('b'), parseUrl('https://')]).toEqual([null, null, null])
})

test('a host with an umlaut is parsed however often URLs were parsed before', () => {
  for (let count = 0; count < 20_000; count++) parseUrl(`https://example.org/${count % 8}`)
  expect(parseUrl('https://münchen.de/ü')?.host).toBe('xn--mnchen-3ya.de')
})
