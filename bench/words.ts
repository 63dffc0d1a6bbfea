import { fold } from '#shared/text/fold.ts'
import { compileWords } from '#server/features/accounts/watched-words/match-words.ts'
import { chooseSizes } from './process/arguments.ts'
import { median } from './process/median.ts'
import { report } from './process/report.ts'

/** Measures what 1,000 watched words cost a message of 500 characters that has none of them, beside folding that message. */
const { batches, perBatch } = chooseSizes({
  full: { batches: 51, perBatch: 1000 },
  short: { batches: 5, perBatch: 20 },
})

const MESSAGES = {
  English: 'The market opens early, bring two friends and sing with us until the night ends. ',
  Yoruba: 'Ẹ káàárọ̀ o, ọjà ti ṣí ní kùtùkùtù; ẹ mú ọ̀rẹ́ méjì wá, kí a jọ kọrin títí di alẹ́. ',
  Amharic: 'ገበያው በጠዋት ይከፈታል፡ ሁለት ጓደኞች ይዛችሁ ኑ፡ እስከ ማታ አብረን እንዘምር። ',
}
const LENGTH = 500

/** Every second one is a phrase, which begins with a word of the messages. */
const words = Array.from({ length: 1000 }, (_, index) =>
  index % 2 ? `market watched${index}` : `ọ̀watched${index}`,
)
const find = compileWords(words)

report(
  Object.entries(MESSAGES).flatMap(([language, sentence]) => {
    const message = [...sentence.repeat(LENGTH)].slice(0, LENGTH).join('')
    const [matched, folded] = measure([() => find(message) === null, () => fold(message) !== ''])
    return [
      { name: `${language}: matching a message`, value: matched, unit: 'µs', max: 100 },
      { name: `${language}: folding it (floor)`, value: folded, unit: 'µs' },
      { name: `${language}: matching / folding`, value: matched / folded, unit: 'times' },
    ]
  }),
)

/** Returns the median microseconds of each function; their batches take turns. */
function measure(functions: [() => boolean, () => boolean]): [number, number] {
  const times: [number[], number[]] = [[], []]
  for (let batch = 0; batch < batches; batch++) {
    for (const [index, run] of functions.entries()) {
      const start = performance.now()
      for (let call = 0; call < perBatch; call++) if (!run()) throw new Error('a watched word was found')
      times[index]?.push(((performance.now() - start) / perBatch) * 1000)
    }
  }
  return [median(times[0]), median(times[1])]
}
