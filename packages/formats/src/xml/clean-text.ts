// oxlint-disable-next-line no-control-regex -- it is these that XML forbids
const forbidden = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufdd0-\ufdef\ufffe\uffff]/g

/**
 * A value as XML 1.0 can hold it: without control characters, halves of surrogate pairs replaced by U+FFFD, line ends as
 * `\n`. `changed` where characters were lost.
 */
export function cleanText(text: string): { readonly text: string; readonly changed: boolean } {
  const kept = text.replaceAll(forbidden, '').toWellFormed()
  return { text: kept.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n'), changed: kept !== text }
}
