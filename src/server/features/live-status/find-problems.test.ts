import { expect, test } from 'vitest'
import { findProblems } from './find-problems.ts'

test.each([
  { openedAs: 'localhost', addresses: ['127.0.0.1'], problems: [] },
  { openedAs: '127.0.0.1', addresses: ['127.0.0.1'], problems: [] },
  { openedAs: '[::1]', addresses: ['127.0.0.1'], problems: [] },
  { openedAs: 'wave.example.org', addresses: ['127.0.0.1'], problems: ['loopbackOnly'] },
  { openedAs: '192.168.1.7', addresses: ['127.0.0.1'], problems: ['loopbackOnly'] },
  { openedAs: '192.168.1.7', addresses: ['192.168.1.7'], problems: [] },
  { openedAs: 'nas.local', addresses: ['10.0.0.4', '127.0.0.1'], problems: [] },
  { openedAs: 'wave.example.org', addresses: ['10.0.0.4', '127.0.0.1'], problems: ['privateAddress'] },
  { openedAs: 'wave.example.org', addresses: ['100.64.3.1'], problems: ['privateAddress'] },
  { openedAs: 'wave.example.org', addresses: ['10.0.0.4', '198.41.0.4'], problems: [] },
  { openedAs: '198.41.0.4', addresses: ['2001:503:ba3e::2:30'], problems: [] },
])('a site opened as $openedAs, media at $addresses: $problems', ({ problems, ...facts }) => {
  expect(findProblems({ isUp: true, ...facts })).toEqual(problems)
})

test('an engine that is down is the first problem', () => {
  const facts = { isUp: false, addresses: ['127.0.0.1'], openedAs: 'wave.example.org' }
  expect(findProblems(facts)).toEqual(['engineDown', 'loopbackOnly'])
})
