/** Letters of our members' languages that Unicode does not take apart into a plain letter and a mark. */
const PLAIN = new Map(
  Object.entries({
    ɓ: 'b',
    ɖ: 'd',
    ɗ: 'd',
    đ: 'd',
    ð: 'd',
    ɛ: 'e',
    ǝ: 'e',
    ə: 'e',
    ƒ: 'f',
    ɣ: 'g',
    ħ: 'h',
    ı: 'i',
    ɩ: 'i',
    ƙ: 'k',
    ł: 'l',
    ŋ: 'n',
    ɲ: 'n',
    ɔ: 'o',
    ø: 'o',
    ƥ: 'p',
    ƭ: 't',
    ʋ: 'v',
    ƴ: 'y',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
  }),
)
// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\x00-\x7f]*$/
const SPECIAL = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g')

/** A text without case and accents, for finding and comparing: `Fọlákẹ́ Ɗanjuma` gives `folake danjuma`. */
export function fold(value: string): string {
  // Most names and texts: nothing to take apart, at a fifth of the cost.
  if (ASCII.test(value)) return value.toLowerCase()
  return value
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN.get(letter) ?? letter)
}

/** Longest word that is told apart; what is longer is cut. */
const WORD_LENGTH = 40

/** The folded words of a text, each once, in their order; apostrophes join (`N'Djamena` gives `ndjamena`). */
export function foldedWords(value: string): string[] {
  const folded = fold(value.replace(/['’ʼʻ`]/g, ''))
  const words = folded.match(ASCII.test(folded) ? /[a-z0-9]+/g : /[\p{Letter}\p{Number}]+/gu) ?? []
  return [...new Set(words.map(cut))]
}

function cut(word: string): string {
  return word.length <= WORD_LENGTH ? word : [...word].slice(0, WORD_LENGTH).join('')
}
