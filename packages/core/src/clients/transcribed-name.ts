import { memoized } from '../memoized.ts'

/** What Slavic names end in, in whatever transcription; others are not looked at, "Brown" is not "Brovn". */
const slavic = /(?:[eo](?:v|w|ff)|[eo][vw]a|[iy]n|[sc]k(?:[iy]|i[ijy]|a(?:[jiy]a)?)|enko|[vwn]i(?:tsch|tch|ch|c))$/

/** Spellings of one letter of another alphabet in German, French and English, first to last. */
const letters: readonly (readonly [spelling: RegExp, letter: string])[] = [
  [/w/g, 'v'],
  [/ff$/, 'v'],
  [/schtsch/g, 'shch'],
  [/tsch/g, 'ch'],
  // German has one spelling for two: "Schukow" is Zhukov, "Schischkin" Shishkin.
  [/sch|zh/g, 'sh'],
  // Of "Zwetkow" and Tsvetkov, "Kusnezow" and Kuznetsov: what is z in one language is s in another, and ts in a third.
  [/t?z|ts/g, 's'],
  [/kh/g, 'ch'],
  // "Jelzin" and Eltsin, "Solowjew" and Solovev.
  [/[ijy](?=e)/g, ''],
  [/(?<=[sc]k)(?:[iy]|i[ijy])$/, 'i'],
  [/(?<=[vn])i(?:tch|ch)$/, 'ic'],
  // A vowel that is heard with a j before it.
  [/(?<=^|[aeiou])[ijy](?=[aeou])/g, 'j'],
  [/(?<=[aeou])y(?=[^aeiou])/g, 'i'],
  [/(?<=[^aeiou])[ijy](?=[aou])/g, 'j'],
]

/** First letters of which one may stand for the other: "Wolkow" and "Volkov", "Tschernow" and "Chernov", "Jelzin" and "Eltsin". */
const firstLetters: ReadonlySet<string> = new Set(
  ['vw', 'ij', 'iy', 'jy', 'ck', 'ct', 'sz', 'tz', 'st', 'ej', 'ey'].flatMap((pair) => [
    pair,
    [...pair].toReversed().join(''),
  ]),
)

/** Whether two folded family names of Slavic ending, which differ, are one that two languages have transcribed: "Smirnow" and "Smirnoff". */
export const areTranscriptions = (a: string, b: string): boolean => {
  const [x = '', y = ''] = [a[0], b[0]]
  return a !== b && (x === y || firstLetters.has(x + y)) && transcribed(a) === transcribed(b)
}

const transcribed = memoized((word) =>
  word.length > 3 && slavic.test(word)
    ? letters.reduce((written, [spelling, letter]) => written.replace(spelling, letter), word)
    : word,
)
