/** Texts that are expensive for a careless parser, of about `length` UTF-16 units. */
export const HOSTILE_TEXTS: Record<string, (length: number) => string> = {
  'combining marks': (length) => `a${'\u0301\u0316'.repeat(length / 2)}`,
  'marks between invisible characters': (length) =>
    'a' + ('\u0316'.repeat(29) + '\u200B').repeat(length / 30),
  'characters that expand': (length) => '\uFDFA'.repeat(length),
  'hashtags that expand': (length) => ` #a${'\uFDFA'.repeat(57)}`.repeat(length / 60),
  'links full of brackets': (length) => ` https://a.b/${')'.repeat(980)}`.repeat(Math.ceil(length / 1000)),
  'an international host name': (length) => `https://${'ü'.repeat(length)}.example/`,
  'links with international hosts': (length) =>
    ` https://${'ü'.repeat(900)}.a`.repeat(Math.ceil(length / 1000)),
  'an address of many parts': (length) => `a@${'a.'.repeat(length / 2)}`,
  'an e-mail of dots': (length) => `${'a.'.repeat(length / 2)}@`,
  spaces: (length) => `a${' '.repeat(length)}a`,
  lines: (length) => `a${'\n\t'.repeat(length / 2)}a`,
  mentions: (length) => ' @ab'.repeat(length / 4),
  'number signs': (length) => '#'.repeat(length),
  'quotes and backslashes': (length) => '\\"'.repeat(length / 2),
  'percent signs': (length) => '%'.repeat(length),
  commas: (length) => ','.repeat(length),
  'one-letter words': (length) => ' w a m'.repeat(length / 6),
  'lone surrogates': (length) => '\uD800a'.repeat(length / 2),
  'a data URL': (length) => `data:image/png;base64,${'A'.repeat(length)}`,
  letters: (length) => 'a'.repeat(length),
}

/** Bodies for any call, of about `bytes` bytes. */
export const HOSTILE_BODIES: Record<string, (bytes: number) => string> = {
  brackets: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested objects': (bytes) => '{"a":'.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6),
  'many empty strings': (bytes) => `[${'"",'.repeat(bytes / 3)}""]`,
  'many empty arrays': (bytes) => `{"ids":[${'[],'.repeat(bytes / 3)}[]]}`,
  'many keys': (bytes) => `{${Array.from({ length: bytes / 10 }, (_, at) => `"k${at}":0`).join(',')}}`,
  'many values below the limit': () => `{"ids":[${'"",'.repeat(18_000)}""],"tags":[${'{},'.repeat(900)}{}]}`,
  prototypes: (bytes) => `[${'{"__proto__":1},'.repeat(bytes / 16)}0]`,
  'prototypes below the limit': () => `[${'{"a":{"__proto":1}},'.repeat(3000)}0,"__proto__"]`,
  'escaped characters': (bytes) => `{"content":"${String.raw`\u0301`.repeat(bytes / 6)}"}`,
  'a long number': (bytes) => `{"content":${'1'.repeat(bytes)}}`,
  'malformed JSON': (bytes) => `{"content":"${'a'.repeat(bytes)}`,
}

/** Search queries that match the seeded words. */
export const HOSTILE_SEARCHES = [
  'w',
  'm',
  'zzz w',
  'zzz wo',
  'w zzz',
  'word1 w',
  'word wor',
  'word word1 word2 word3',
  'member number',
  'member number 1',
  'm n',
  Array.from({ length: 26 }, (_, index) => `${String.fromCodePoint(97 + index)}aa`).join(' '),
  Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index)).join(' '),
  '#t',
  '#tag1',
  '@m',
  '@member_1',
]
