const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** Longer lists are not counted in words. */
const most = 99

/** "Twenty-one" or "Twenty-first", as Word counts in English; beyond 99 in figures. */
export function numberWords(number: number, kind: 'cardinal' | 'ordinal'): string {
  if (number < 0 || number > most) return String(number)
  const words = cardinal(number)
  const written = kind === 'cardinal' ? words : words.replace(/[a-z]+$/, ordinal)
  return written.slice(0, 1).toUpperCase() + written.slice(1)
}

function cardinal(number: number): string {
  const unit = small[number % 10] ?? ''
  if (number < 20) return small[number] ?? ''
  const ten = tens[Math.floor(number / 10)] ?? ''
  return number % 10 === 0 ? ten : `${ten}-${unit}`
}

const ordinal = (word: string): string => irregular[word] ?? `${word.replace(/y$/, 'ie')}th`
