import fc from 'fast-check'
import { expect, it } from 'vitest'
import { announceLocalCandidate, normalizeRemoteCandidate } from './ice-candidates.ts'

it('takes a browser’s candidate and leaves out what the engine does not need', () => {
  expect(
    normalizeRemoteCandidate(
      'candidate:842163049 1 udp 1677729535 203.0.113.7 51472 typ srflx raddr 0.0.0.0 rport 0 generation 0 ufrag Ab1',
    ),
  ).toBe('candidate:842163049 1 UDP 1677729535 203.0.113.7 51472 typ srflx')
  expect(normalizeRemoteCandidate('candidate:1 1 udp 7 223.255.255.254 9 typ host')).toContain(
    '223.255.255.254',
  )
  expect(normalizeRemoteCandidate('a=candidate:0 1 UDP 2122187007 2001:db8::7 50000 typ host')).toBe(
    'candidate:0 1 UDP 2122187007 2001:db8::7 50000 typ host',
  )
})

it.each([
  [
    'a hidden address',
    'candidate:1 1 udp 2113937151 0a1b2c3d-aaaa-bbbb-cccc-ddddeeeeffff.local 50000 typ host',
  ],
  ['a host name', 'candidate:1 1 udp 2113937151 internal.example 50000 typ host'],
  ['a zone', 'candidate:1 1 udp 2113937151 fe80::1%eth0 50000 typ host'],
  ['TCP', 'candidate:1 1 tcp 1518280447 203.0.113.7 9 typ host tcptype active'],
  ['the second component', 'candidate:1 2 udp 2113937151 203.0.113.7 50000 typ host'],
  ['port 0', 'candidate:1 1 udp 2113937151 203.0.113.7 0 typ host'],
  ['a port out of range', 'candidate:1 1 udp 2113937151 203.0.113.7 70000 typ host'],
  ['an address that is none', 'candidate:1 1 udp 2113937151 999.1.1.1 50000 typ host'],
  ['no address at all', 'candidate:1 1 udp 2113937151 0.0.0.0 50000 typ host'],
  ['no address of this network', 'candidate:1 1 udp 2113937151 0.1.2.3 50000 typ host'],
  ['no IPv6 address at all', 'candidate:1 1 udp 2113937151 :: 50000 typ host'],
  ['no address, written at length', 'candidate:1 1 udp 2113937151 0:0:0:0:0:0:0:0 50000 typ host'],
  ['multicast', 'candidate:1 1 udp 2113937151 239.255.255.250 1900 typ host'],
  ['broadcast', 'candidate:1 1 udp 2113937151 255.255.255.255 50000 typ host'],
  ['IPv6 multicast', 'candidate:1 1 udp 2113937151 FF02::1 50000 typ host'],
  ['multicast inside IPv6', 'candidate:1 1 udp 2113937151 ::ffff:224.0.0.1 50000 typ host'],
  ['multicast inside IPv6, in hex', 'candidate:1 1 udp 2113937151 ::ffff:e000:1 50000 typ host'],
  ['the end of candidates', ''],
])('refuses %s', (_, line) => {
  expect(normalizeRemoteCandidate(line)).toBeNull()
})

it('announces another address when the operator names one', () => {
  const ours = 'a=candidate:1 1 UDP 2114977791 192.168.1.5 40000 typ host'
  expect(announceLocalCandidate(ours, null)).toBe('candidate:1 1 UDP 2114977791 192.168.1.5 40000 typ host')
  expect(announceLocalCandidate(ours, '203.0.113.7')).toBe(
    'candidate:1 1 UDP 2114977791 203.0.113.7 40000 typ host',
  )
})

it('answers any text with a candidate of one line or nothing', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }).map((tail) => `candidate:1 1 udp 1 ${tail}`),
  )
  fc.assert(
    fc.property(text, (line) => {
      expect(normalizeRemoteCandidate(line) ?? '').not.toMatch(/[\r\n]/)
    }),
    { numRuns: 2000 },
  )
})
