import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { announceLocalCandidate, normalizeRemoteCandidate, RemoteCandidateFilter } from './ice-candidates.ts'

const normalize = (line: string) => normalizeRemoteCandidate(line, true)

describe('a remote candidate', () => {
  it('is reduced to what the engine needs', () => {
    expect(
      normalize(
        'candidate:842163049 1 udp 1677729535 203.0.113.7 51472 typ srflx raddr 0.0.0.0 rport 0 generation 0 ufrag Ab1',
      ),
    ).toBe('candidate:842163049 1 UDP 1677729535 203.0.113.7 51472 typ srflx')
    expect(normalize('candidate:1 1 udp 7 223.255.255.254 9 typ host')).toContain('223.255.255.254')
    expect(normalize('a=candidate:0 1 UDP 2122187007 2001:db8::7 50000 typ host')).toBe(
      'candidate:0 1 UDP 2122187007 2001:db8::7 50000 typ host',
    )
  })

  it.each([
    ['an mDNS name', 'candidate:1 1 udp 21 0a1b2c3d-aaaa-bbbb-cccc-ddddeeeeffff.local 50000 typ host'],
    ['a host name', 'candidate:1 1 udp 2113937151 internal.example 50000 typ host'],
    ['a zone', 'candidate:1 1 udp 2113937151 fe80::1%eth0 50000 typ host'],
    ['TCP', 'candidate:1 1 tcp 1518280447 203.0.113.7 9 typ host tcptype active'],
    ['the second component', 'candidate:1 2 udp 2113937151 203.0.113.7 50000 typ host'],
    ['port 0', 'candidate:1 1 udp 2113937151 203.0.113.7 0 typ host'],
    ['a port out of range', 'candidate:1 1 udp 2113937151 203.0.113.7 70000 typ host'],
    ['a malformed address', 'candidate:1 1 udp 2113937151 999.1.1.1 50000 typ host'],
    ['the unspecified address', 'candidate:1 1 udp 2113937151 0.0.0.0 50000 typ host'],
    ['an address of “this network”', 'candidate:1 1 udp 2113937151 0.1.2.3 50000 typ host'],
    ['the unspecified IPv6 address', 'candidate:1 1 udp 2113937151 :: 50000 typ host'],
    ['the unspecified IPv6 address, uncompressed', 'candidate:1 1 udp 2 0:0:0:0:0:0:0:0 50000 typ host'],
    ['multicast', 'candidate:1 1 udp 2113937151 239.255.255.250 1900 typ host'],
    ['broadcast', 'candidate:1 1 udp 2113937151 255.255.255.255 50000 typ host'],
    ['IPv6 multicast', 'candidate:1 1 udp 2113937151 FF02::1 50000 typ host'],
    ['IPv4-mapped multicast', 'candidate:1 1 udp 2113937151 ::ffff:224.0.0.1 50000 typ host'],
    ['IPv4-mapped multicast in hex', 'candidate:1 1 udp 2113937151 ::ffff:e000:1 50000 typ host'],
    ['the end of candidates', ''],
  ])('is refused with %s', (_, line) => {
    expect(normalize(line)).toBeNull()
  })

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback beyond 127.0.0.1', '127.9.9.9'],
    ['link-local', '169.254.169.254'],
    ['IPv6 loopback', '::1'],
    ['IPv6 loopback, uncompressed', '0:0:0:0:0:0:0:1'],
    ['IPv6 link-local', 'fe80::7'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback in hex', '::ffff:7f00:1'],
    ['IPv4-mapped link-local', '::ffff:169.254.169.254'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['IPv4-compatible link-local in hex', '::a9fe:a9fe'],
    ['IPv4-compatible “this network”', '::0.0.0.2'],
    ['6to4 loopback', '2002:7f00:1::'],
    ['6to4 link-local', '2002:a9fe:a9fe::1'],
    ['6to4 unspecified', '2002::1'],
    ['NAT64 loopback', '64:ff9b::7f00:1'],
    ['NAT64 link-local', '64:ff9b::169.254.169.254'],
    ['NAT64 unspecified', '64:ff9b::'],
  ])('on a %s address is refused unless local ones are allowed', (_, address) => {
    const line = `candidate:1 1 udp 2113937151 ${address} 50000 typ host`
    expect(normalizeRemoteCandidate(line, false)).toBeNull()
    expect(normalizeRemoteCandidate(line, true)).toContain(` ${address} `)
  })

  it.each(['::203.0.113.7', '2002:cb00:7107::1', '64:ff9b::203.0.113.7'])(
    'on %s, which embeds a public address, is accepted',
    (address) => {
      const line = `candidate:1 1 udp 2113937151 ${address} 50000 typ host`
      expect(normalizeRemoteCandidate(line, false)).toContain(` ${address} `)
    },
  )

  it('is a single line or null, whatever the text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).map((tail) => `candidate:1 1 udp 1 ${tail}`),
    )
    fc.assert(
      fc.property(text, (line) => {
        expect(normalize(line) ?? '').not.toMatch(/[\r\n]/)
      }),
      { numRuns: 2000 * inject('soak') },
    )
  })
})

describe('the candidates of one peer', () => {
  const candidate = (index: number) => `candidate:1 1 udp 7 203.0.113.7 ${50_000 + index} typ host`

  it('are at most eight', () => {
    const filter = new RemoteCandidateFilter(false)
    const accepted = Array.from({ length: 20 }, (_, index) => filter.accept(candidate(index)))
    expect(accepted.filter(Boolean)).toHaveLength(8)
    expect(accepted.slice(8)).toEqual(Array.from({ length: 12 }, () => null))
  })

  it('count once when they are repeated, and not at all when they are refused', () => {
    const filter = new RemoteCandidateFilter(false)
    for (let times = 0; times < 20; times++) {
      filter.accept(candidate(0))
      filter.accept('candidate:1 1 udp 7 127.0.0.1 50000 typ host')
    }
    const others = Array.from({ length: 7 }, (_, index) => filter.accept(candidate(1 + index)))
    expect(others).not.toContain(null)
  })
})

describe('the engine’s own candidate', () => {
  const OURS = 'a=candidate:1 1 UDP 2114977791 127.0.0.1 40000 typ host'
  const announce = (line: string, announcedIp: string | null = null) =>
    announceLocalCandidate(line, { udpPort: 40_000, announcedIp })

  it('is announced with its own address, or with the one that the operator names', () => {
    expect(announce(OURS)).toBe('candidate:1 1 UDP 2114977791 127.0.0.1 40000 typ host')
    expect(announce(OURS, '203.0.113.7')).toBe('candidate:1 1 UDP 2114977791 203.0.113.7 40000 typ host')
  })

  it('is announced on every interface of this machine', () => {
    const addresses = Object.values(networkInterfaces()).flatMap(
      (all) => all?.map((each) => each.address) ?? [],
    )
    for (const address of addresses) expect(announce(OURS.replace('127.0.0.1', address))).toContain(address)
  })

  it.each([
    ['on an address of another machine', OURS.replace('127.0.0.1', '203.0.113.7')],
    ['on another port', OURS.replace('40000', '40001')],
    ['that is server-reflexive', OURS.replace('typ host', 'typ srflx')],
    ['that is relayed', OURS.replace('typ host', 'typ relay')],
    ['with a host name', OURS.replace('127.0.0.1', 'a.local')],
  ])('%s is not announced', (_, line) => {
    expect(announce(line)).toBeNull()
    expect(announce(line, '198.51.100.1')).toBeNull()
  })
})
