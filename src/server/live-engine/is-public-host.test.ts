import { expect, test } from 'vitest'
import { isPublicHost } from './is-public-host.ts'

test.each(['https://wave.example.org', 'https://8.8.8.8', 'https://[2606:4700:4700::1111]:8443'])(
  '%s is on the internet',
  (url) => expect(isPublicHost(new URL(url).hostname)).toBe(true),
)

test.each([
  'http://localhost:3000',
  'http://app.localhost',
  'http://studio.local',
  'http://studio',
  'http://nas.home.arpa',
  'http://127.0.0.1:3000',
  'http://192.168.1.7',
  'http://10.0.0.2',
  'http://169.254.7.7',
  'http://[::1]:3000',
  'http://[fe80::1]',
  'http://[::ffff:127.0.0.1]',
])('%s is local', (url) => expect(isPublicHost(new URL(url).hostname)).toBe(false))
