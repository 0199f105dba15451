import { memoized } from '../memoized.ts'

/** What Slavic names end in, in whatever transcription; others are not looked at, "Brown" is not "Brovn". */
const slavic = /(?:[eo](?:v|w|ff)|[eo][vw]a|[iy]n|[sc]k(?:[iy]|i[ijy]|a(?:[jiy]a)?)|enko|[vwn]i(?:tsch|tch|ch|c))$/

/** Spellings of one letter of another alphabet in German, French and English, first to last. */
const letters: readonly (readonly [spelling: RegExp, letter: string])[] = [
  [/w/g, 'v'],
  [/ff$/, 'v'],
  [/schtsch/g, 'shch'],
  [/tsch/g, 'ch'],
  [/sch/g, 'sh'],
  [/kh/g, 'ch'],
  [/(?<=[sc]k)(?:[iy]|i[ijy])$/, 'i'],
  [/(?<=[vn])i(?:tch|ch)$/, 'ic'],
  // A vowel that is heard with a j before it.
  [/(?<=^|[aeiou])[jy](?=[aeou])/g, 'j'],
  [/(?<=[^aeiou])[ijy](?=[aou])/g, 'j'],
]

/** First letters of which one may stand for the other: "Wolkow" and "Volkov", "Tschernow" and "Chernov". */
const firstLetters: ReadonlySet<string> = new Set(['vw', 'wv', 'jy', 'yj', 'ct', 'tc'])

/** Whether two folded family names of Slavic ending, which differ, are one that two languages have transcribed: "Smirnow" and "Smirnoff". */
export const areTranscriptions = (a: string, b: string): boolean => {
  const [x = '', y = ''] = [a[0], b[0]]
  return a !== b && (x === y || firstLetters.has(x + y)) && transcribed(a) === transcribed(b)
}

const transcribed = memoized((word) =>
  word.length > 4 && slavic.test(word)
    ? letters.reduce((written, [spelling, letter]) => written.replace(spelling, letter), word)
    : word,
)
