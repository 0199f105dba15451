export type DateOrder = 'DMY' | 'MDY' | 'YMD'

/**
 * Three numbers with one separator, as it may stand in scanned text: with a space around it. Behind a digit and a hyphen
 * (`01/07-31/07/2014`) it has another separator.
 */
export const numericDate =
  /(?<![\p{L}\d]|\d[.,/])(?:(?<!\d-)|(?=\d{1,4} ?[./]))(\d{1,4})( ?[./-] ?)(\d{1,2})\2(\d{4}|\d{2}|(?<=\d{4}[./-]\d{1,2}[./-])\d)(?![\d]|[./]\d|-\d{1,2}(?![\d./])|-\d{3})/gu

/** How many numeric dates of the text can only be read one way. */
export function dateOrderVotes(text: string): { readonly dayFirst: number; readonly monthFirst: number } {
  let dayFirst = 0
  let monthFirst = 0
  for (const [, first = '', , second = ''] of text.matchAll(numericDate)) {
    if (first.length > 2) continue
    if (Number(first) > 12 && Number(first) <= 31 && Number(second) <= 12) dayFirst += 1
    if (Number(second) > 12 && Number(second) <= 31 && Number(first) <= 12) monthFirst += 1
  }
  return { dayFirst, monthFirst }
}
