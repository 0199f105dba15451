import type { SerialDate } from './serial-date.ts'

/** Made when the first such date is shown. */
const calendars = new Map<'long' | 'narrow', Intl.DateTimeFormat>()

function calendar(era: 'long' | 'narrow'): Intl.DateTimeFormat {
  const made =
    calendars.get(era) ?? new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era, year: 'numeric', timeZone: 'UTC' })
  calendars.set(era, made)
  return made
}

/** Era and year in the calendar of Japan, as the codes of a number format ask for it: `g`, `gg`, `ggg`, `e`, `ee`. */
export function japaneseEra(code: string, { year, month, day }: SerialDate): string {
  const parts = calendar(code === 'g' ? 'narrow' : 'long').formatToParts(Date.UTC(year, month - 1, day))
  const partOf = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? ''
  // The first year of an era is written as a word, in spreadsheets as a number.
  if (code.startsWith('e')) return (/^\d+$/.test(partOf('year')) ? partOf('year') : '1').padStart(code.length, '0')
  return code === 'gg' ? partOf('era').slice(0, 1) : partOf('era')
}
