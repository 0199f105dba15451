/**
 * Letters of dates in pictures as Word takes them in the language of its user: day and year, by the letters of both. German
 * `TT.MM.JJJJ`, French `jj/MM/aaaa`, Italian `gg/MM/aaaa`, Spanish and Portuguese `dd/MM/aaaa`, Dutch `dd-MM-jjjj`, Swedish
 * and Danish `dd.MM.åååå`. Months are `M` in all of them.
 */
const languages: readonly (readonly [day: string, year: string])[] = [
  ['t', 'j'],
  ['j', 'a'],
  ['g', 'a'],
  ['d', 'a'],
  ['d', 'j'],
  ['d', 'å'],
]
const quoted = /'[^']*'?/g

/** A picture with the letters `d` and `y` for day and year; as it was where those are the letters it has. */
export function plainDatePicture(picture: string): string {
  const bare = picture.replaceAll(quoted, '').toLowerCase()
  if (/y{2}/.test(bare)) return picture
  const has = (letter: string, least: number): boolean =>
    new RegExp(`(?<!\\p{L})${letter}{${least},4}(?!\\p{L})`, 'u').test(bare)
  const language = languages.find(([day, year]) => has(day, 1) && has(year, 2) && has('m', 1))
  if (language === undefined) return picture
  const [day, year] = language
  return picture.replaceAll(/'[^']*'?|\p{L}+/gu, (stretch) =>
    stretch.startsWith("'") || !new RegExp(`^(?:${day}+|${year}+)$`, 'iu').test(stretch)
      ? stretch
      : (stretch.toLowerCase().startsWith(day) ? 'd' : 'y').repeat(stretch.length),
  )
}
