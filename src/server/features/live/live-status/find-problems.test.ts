import { expect, test } from 'vitest'
import { findProblems } from './find-problems.ts'

test.each([
  { requestedHost: 'localhost', addresses: ['127.0.0.1'], problems: [] },
  { requestedHost: '127.0.0.1', addresses: ['127.0.0.1'], problems: [] },
  { requestedHost: '[::1]', addresses: ['127.0.0.1'], problems: [] },
  { requestedHost: 'wave.example.org', addresses: ['127.0.0.1'], problems: ['loopbackOnly'] },
  { requestedHost: '192.168.1.7', addresses: ['127.0.0.1'], problems: ['loopbackOnly'] },
  { requestedHost: '192.168.1.7', addresses: ['192.168.1.7'], problems: [] },
  { requestedHost: 'nas.local', addresses: ['10.0.0.4', '127.0.0.1'], problems: [] },
  { requestedHost: 'wave.example.org', addresses: ['10.0.0.4', '127.0.0.1'], problems: ['privateAddress'] },
  { requestedHost: 'wave.example.org', addresses: ['100.64.3.1'], problems: ['privateAddress'] },
  { requestedHost: 'wave.example.org', addresses: ['10.0.0.4', '198.41.0.4'], problems: [] },
  { requestedHost: '198.41.0.4', addresses: ['2001:503:ba3e::2:30'], problems: [] },
])('a site at $requestedHost, media at $addresses: $problems', ({ problems, ...reachability }) => {
  expect(findProblems({ isUp: true, ...reachability })).toEqual(problems)
})

test('an engine that is down is the first problem', () => {
  const reachability = { isUp: false, addresses: ['127.0.0.1'], requestedHost: 'wave.example.org' }
  expect(findProblems(reachability)).toEqual(['engineDown', 'loopbackOnly'])
})
