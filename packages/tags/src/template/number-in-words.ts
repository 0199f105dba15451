import { spelledLanguages, spellNumber } from '../formatters/words/spell.ts'

/** Numbers that are known by their words: of days, weeks, decimals, and round ones. */
const known = [...Array.from({ length: 101 }, (_, at) => at), 1000, 1_000_000]
/** What stands before a round number, or is left out: `hundred`. */
const single = /^(?:one|ein|eine|un|une|uno|um|een|één)\s?(?=\p{L}{3})/u

/** Numbers of other languages that are English words, and names of values. */
const otherWords: ReadonlySet<string> = new Set(['due', 'once', 'cent', 'on', 'do', 'sex', 'elf'])

let byWords: ReadonlyMap<string, number> | undefined

/** `14` of `fourteen` and `vierzehn`, in every language that numbers are spelled in; `undefined` for what is no such word. */
export function numberInWords(word: string): number | undefined {
  byWords ??= new Map(
    spelledLanguages.flatMap((language) =>
      known.flatMap((number) => {
        const word = spellNumber(String(number), language).toLowerCase()
        const round = number < 100 ? word : word.replace(single, '')
        return [...new Set([word, round])].map((each) => [each, number] as const)
      }),
    ),
  )
  const lower = word.toLowerCase()
  return otherWords.has(lower) ? undefined : byWords.get(lower)
}
