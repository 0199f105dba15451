import { arithmeticFormatters } from './arithmetic.ts'
import { dateFormatters } from './dates.ts'
import type { Formatter } from './formatter.ts'
import { listFormatters } from './lists.ts'
import { missingFormatter } from './missing.ts'
import { numeralFormatters } from './numerals.ts'
import { numberFormatters } from './numbers.ts'
import { pictureFormatters } from './pictures.ts'
import { richFormatters } from './rich.ts'
import { chartFormatter } from './chart.ts'
import { noteFormatters } from './notes.ts'
import { styledFormatters } from './styled.ts'
import { translate } from './translate.ts'
import { words } from './words.ts'
import { defaultFormatter, textFormatters } from './text.ts'

/** Every formatter, in the order in which the documentation lists them. */
export const formatters: readonly Formatter[] = [
  ...textFormatters,
  translate,
  defaultFormatter,
  missingFormatter,
  ...numberFormatters,
  words,
  ...numeralFormatters,
  ...arithmeticFormatters,
  ...dateFormatters,
  ...pictureFormatters,
  ...listFormatters,
  ...richFormatters,
  ...styledFormatters,
  chartFormatter,
  ...noteFormatters,
]

const byName = new Map(formatters.map((each) => [each.name.toLowerCase(), each]))

/** By name, whatever the case. */
export const findFormatter = (name: string): Formatter | undefined => byName.get(name.toLowerCase())
