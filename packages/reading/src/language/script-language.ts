type Script = 'latin' | 'greek' | 'cyrillic' | 'hebrew' | 'arabic' | 'thai' | 'kana' | 'hangul' | 'han' | 'other'

/** Ranges of letters by their first code, in order; what lies between stands under the one before. */
const ranges: readonly (readonly [from: number, script: Script])[] = [
  [0x00c0, 'latin'],
  [0x0370, 'greek'],
  [0x0400, 'cyrillic'],
  [0x0530, 'other'],
  [0x0590, 'hebrew'],
  [0x0600, 'arabic'],
  [0x0700, 'other'],
  [0x0750, 'arabic'],
  [0x0780, 'other'],
  [0x0e00, 'thai'],
  [0x0e80, 'other'],
  [0x1100, 'hangul'],
  [0x1200, 'other'],
  [0x1e00, 'latin'],
  [0x1f00, 'greek'],
  [0x2000, 'other'],
  [0x3040, 'kana'],
  [0x3100, 'other'],
  [0x3400, 'han'],
  [0xa000, 'other'],
  [0xac00, 'hangul'],
  [0xd7b0, 'other'],
  [0xf900, 'han'],
  [0xfb00, 'other'],
]

/** Characters of other scripts than Latin: most texts have none, and are told so at once. */
const notLatin = /[\u0370-\u1dff\u1f00-\u1fff\u3040-\uffff]/

/** Fewer letters are a name or a unit. */
const fewest = 4
const majority = 0.6

/**
 * The language of a text whose script is that of one language: Greek, Hebrew, Thai, Korean, Japanese, Chinese, also of
 * Cyrillic and Arabic where letters tell; `undefined` where the script does not.
 */
export function languageOfScript(text: string): string | undefined {
  if (!notLatin.test(text)) return undefined
  const counts: Record<Script, number> = {
    latin: 0,
    greek: 0,
    cyrillic: 0,
    hebrew: 0,
    arabic: 0,
    thai: 0,
    kana: 0,
    hangul: 0,
    han: 0,
    other: 0,
  }
  let all = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const script = code < 0x80 ? (isAsciiLetter(code) ? 'latin' : undefined) : scriptOf(code)
    if (script === undefined) continue
    counts[script]++
    all++
  }
  const isMostly = (count: number): boolean => count >= fewest && count >= all * majority
  if (isMostly(counts.kana + counts.han)) return counts.kana * 20 >= counts.han ? 'ja' : 'zh'
  if (isMostly(counts.hangul + counts.han)) return 'ko'
  if (isMostly(counts.greek)) return 'el'
  if (isMostly(counts.hebrew)) return 'he'
  if (isMostly(counts.thai)) return 'th'
  if (isMostly(counts.cyrillic)) return cyrillicLanguage(text)
  return undefined
}

const isAsciiLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

function scriptOf(code: number): Script | undefined {
  if (code < 0xc0) return undefined
  let low = 0
  let high = ranges.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ranges[middle] as readonly [number, Script])[0] <= code) low = middle
    else high = middle - 1
  }
  const script = (ranges[low] as readonly [number, Script])[1]
  return script === 'other' && !/\p{L}/u.test(String.fromCharCode(code)) ? undefined : script
}

/** By letters that only one of the larger languages has. */
function cyrillicLanguage(text: string): string | undefined {
  if (/[їєґ]/i.test(text)) return 'uk'
  const isRussian = /[ыэё]/i.test(text)
  return isRussian && !/[іўјљњћђџќѓѕ]/i.test(text) ? 'ru' : undefined
}
