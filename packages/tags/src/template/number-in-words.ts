import { spelledLanguages, spellNumber } from '../formatters/words/spell.ts'

/** The largest number that is known by its words: of days, weeks, decimals. */
const most = 100

let byWords: ReadonlyMap<string, number> | undefined

/** `14` of `fourteen` and `vierzehn`, in every language that numbers are spelled in; `undefined` for what is no such word. */
export function numberInWords(word: string): number | undefined {
  byWords ??= new Map(
    spelledLanguages.flatMap((language) =>
      Array.from({ length: most }, (_, at) => [spellNumber(String(at + 1), language).toLowerCase(), at + 1] as const),
    ),
  )
  return byWords.get(word.toLowerCase())
}
