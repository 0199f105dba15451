import { monthPattern, type Mark } from './tokens.ts'

const gap = '[ \\u00a0\\u202f]'
/** What an hour and minutes with a full stop follow; other figures may be amounts: `alle 19.30`, `per le 20.00`. */
const beforeTime =
  'at|from|until|till|um|gegen|ab|bis|von|alle|dalle|le|ore|las|desde|hasta|om|vanaf|tot|às|das|kl\\.?|klockan|godz\\.?|o'

let made: RegExp | undefined
/** A day of a month without a year, or a time of the day with a full stop. */
const dayOrTime = (): RegExp =>
  (made ??= new RegExp(
    [
      `(?<![\\p{L}\\p{N}.,/-])\\d{1,2}(?:\\.|st|nd|rd|th|er|[º°])?${gap}(?:de${gap}|of${gap})?${monthPattern()}(?!,?${gap}(?:de${gap})?\\d{4})`,
      `(?<=(?<![\\p{L}])(?:${beforeTime})${gap})(?:[01]?\\d|2[0-4])\\.[0-5]\\d(?![\\p{N}\\p{L}%€]|[.,]\\d|${gap}?(?:%|€|EUR))`,
    ].join('|'),
    'gu',
  ))

/** The days without a year and the times that a text of one sample says. */
export const dayMarks = (text: string): Mark[] =>
  Array.from(text.matchAll(dayOrTime()), ([found]) => ({ text: found.trimEnd(), field: '' }))
