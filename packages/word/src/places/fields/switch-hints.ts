import { suggest } from '@chancery/core'
import type { FieldCode } from './field-code.ts'

/** Names behind `\*` as Word's help writes them. */
const textFormats = [
  'Upper',
  'Lower',
  'FirstCap',
  'Caps',
  'Ordinal',
  'CardText',
  'OrdText',
  'DollarText',
  'Roman',
  'Alphabetic',
]

const ofDates = 'Write the picture of a date, such as \\@ "d MMMM yyyy"; M is the month, and m are minutes.'
const ofNumbers = 'Write the picture of a number, such as \\# "#,##0.00".'

/** How the pictures of a field are written, those that it has. */
export const hintOfPictures = ({ switches }: FieldCode): string =>
  [switches.has('@') ? ofDates : '', switches.has('#') ? ofNumbers : ''].filter((hint) => hint !== '').join(' ')

/** How a switch is written that nothing here is like: `\* Uper`, `\@ "qqq"`. */
export function hintOfSwitch(ignored: string): string {
  if (ignored.startsWith('\\@')) return ofDates
  if (ignored.startsWith('\\#')) return ofNumbers
  const near = suggest(ignored.slice(2).trim(), textFormats)
  return near === undefined ? `Write \\* ${textFormats.join(', ')}, or leave it out.` : `Write \\* ${near}.`
}
