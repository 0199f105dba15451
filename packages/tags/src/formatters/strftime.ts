/** Letters of `strftime`, as Python, Liquid and PHP's kin have them, and those of a pattern here. */
const codes: Readonly<Record<string, string>> = {
  d: 'dd',
  '-d': 'd',
  e: 'd',
  m: 'MM',
  '-m': 'M',
  b: 'MMM',
  B: 'MMMM',
  y: 'yy',
  Y: 'yyyy',
  a: 'EEE',
  A: 'EEEE',
  H: 'HH',
  I: 'hh',
  M: 'mm',
  S: 'ss',
  p: 'a',
}

/** `%d.%m.%Y` as a pattern here; a pattern without such signs as it is. */
export const withoutPercents = (pattern: string): string =>
  pattern.replaceAll(/%(-?[a-z])/gi, (whole, code: string) => codes[code] ?? whole)
