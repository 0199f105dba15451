/** Typefaces whose letters all have one width, as programs call them. */
const fixedPitch =
  /(?:^|\b)(?:courier|consolas|menlo|monaco|lucida console|lucida sans typewriter|andale mono|cascadia (?:code|mono)|fira code|inconsolata|source code pro|sfmono|liberation mono|dejavu sans mono|ocr[ab]|[\w ]{1,40} mono(?:space)?|monospace(?:d)?)\b/i

/** A document names the same few again and again. */
const known = new Map<string, boolean>()
const maxKnown = 1000

export function isFixedPitch(font: string): boolean {
  let fixed = known.get(font)
  if (fixed === undefined) {
    fixed = fixedPitch.test(font.slice(0, 100))
    if (known.size < maxKnown && font.length <= 100) known.set(font, fixed)
  }
  return fixed
}

/** What prose, also that of a typewriter, does not have: indentation, and signs of programs. */
const ofPrograms = /^(?:\t| {2,})\S|[{};=<>|\\$[\]]|\w\(/

/** Whether a line in a fixed-pitch typeface is one of code; documents that are typewritten throughout are no code. */
export const looksLikeCode = (line: string): boolean => ofPrograms.test(line)

/** Whether all of a text but spaces is in such a typeface, in however many looks: keywords are often bold. */
export function isCodeThroughout(
  text: string,
  runs: readonly { readonly start: number; readonly end: number; readonly code?: true }[],
): boolean {
  let at = 0
  for (const { start, end, code } of runs) {
    if (code !== true || text.slice(at, start).trim() !== '') return false
    at = end
  }
  return at > 0 && text.slice(at).trim() === ''
}

/** Names of styles for code inside a line, in small letters. */
export const codeRunStyles: ReadonlySet<string> = new Set([
  'html code',
  'html typewriter',
  'html keyboard',
  'html sample',
  'verbatim char',
  'source text',
  'source code char',
  'code char',
  'inline code',
  'code',
])
