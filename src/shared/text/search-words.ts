import { fold, isAscii } from './fold.ts'

/** In code points; longer words are truncated. */
const MAX_WORD_LENGTH = 40

/** Letters before and after these belong to one word, or to two. */
const APOSTROPHE = "'"
const APOSTROPHES = /[’‘ʼʻʹꞌʾʿ`´′]/g
const HYPHEN = /[-\u2010]/

const ASCII_COMPOUND = /[a-z0-9]+(?:['-][a-z0-9]+)*/g
const COMPOUND = /[\p{Letter}\p{Number}]+(?:['\-\u2010][\p{Letter}\p{Number}]+)*/gu

/** Scripts whose words are written without spaces between them. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/u
const SPACELESS_RUNS = new RegExp(`(${SPACELESS.source})`, 'u')

/**
 * Returns the distinct folded words under which a text is found, in order. A word with apostrophes or hyphens is found by its parts
 * and as one word (`N'Djamena`: `n`, `djamena`, `ndjamena`), and a text without spaces by each two letters in a row and its last one.
 */
export function indexWords(text: string): string[] {
  const words: string[] = []
  for (const compound of compoundsIn(text)) {
    for (const part of compound.split(HYPHEN)) {
      const pieces = part.split(APOSTROPHE)
      for (const piece of pieces)
        words.push(...wordsOf(piece, (letters) => [...pairs(letters), letters.at(-1) ?? '']))
      if (pieces.length > 1) words.push(truncate(pieces.join('')))
    }
    if (HYPHEN.test(compound)) words.push(truncate(compound.replace(/[-\u2010']/g, '')))
  }
  return [...new Set(words)]
}

/** Letters of an article or a suffix (`l'`, `d'`, `'s`), at most: they may be missing in the text. */
const MAX_AFFIX_LENGTH = 2

/**
 * Returns the distinct folded words that a text must have to be found, in order. Of a word with apostrophes only its longer parts
 * are searched (`l'Afrique`: `afrique`), or all as one word if there is none (`n'go`: `ngo`).
 */
export function queryWords(text: string): string[] {
  const words: string[] = []
  for (const part of compoundsIn(text).flatMap((compound) => compound.split(HYPHEN))) {
    const pieces = part.split(APOSTROPHE)
    const longer = pieces.filter((piece) => pieces.length === 1 || [...piece].length > MAX_AFFIX_LENGTH)
    for (const piece of longer.length > 0 ? longer : [pieces.join('')])
      words.push(...wordsOf(piece, (letters) => (letters.length === 1 ? letters : pairs(letters))))
  }
  return [...new Set(words)]
}

/** Whether a word is a part of a text without spaces: two letters in a row, or one. */
export const isGram = (word: string): boolean => SPACELESS.test(word)

function compoundsIn(text: string): string[] {
  const folded = fold(text.replace(APOSTROPHES, APOSTROPHE))
  return folded.match(isAscii(folded) ? ASCII_COMPOUND : COMPOUND) ?? []
}

/** Splits a text of letters and digits where its script changes to one without spaces, which `gramsOf` splits further. */
function wordsOf(piece: string, gramsOf: (letters: readonly string[]) => readonly string[]): string[] {
  if (!isGram(piece)) return [truncate(piece)]
  return piece
    .split(SPACELESS_RUNS)
    .filter((run) => run !== '')
    .flatMap((run) => (isGram(run) ? gramsOf([...run]) : truncate(run)))
}

const pairs = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)

function truncate(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('')
}
