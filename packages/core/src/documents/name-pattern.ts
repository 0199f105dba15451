/** A test for names: `*` is any text, `?` one character, case does not matter. Linear in the name for each `*`. */
export function namePattern(pattern: string): (name: string) => boolean {
  const wanted = [...pattern.normalize('NFC').toLowerCase()]
  return (name) => matches([...name.toLowerCase()], wanted)
}

/** The classic two-pointer wildcard match: on a mismatch only the last `*` grows, so there is no blow-up. */
function matches(name: readonly string[], pattern: readonly string[]): boolean {
  let at = 0
  let p = 0
  let star = -1
  let retry = 0
  while (at < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++
      retry = at
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[at])) {
      p++
      at++
    } else if (star >= 0) {
      p = star + 1
      at = ++retry
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
