/** What joins the parts of a word: `Widerspruch-s-frist`, `Tage-n`. */
const joints = ['', 's', 'es', 'n', 'en']
const leastPart = 4
/** `Bau-beginn`: a short head stands before a long tail only. */
const [leastHead, leastLongTail] = [3, 6]
/** Endings of a part that a case makes. */
const mostEnding = 2

const heads = (head: string): string[] =>
  joints.flatMap((joint) => (head.endsWith(joint) ? [head.slice(0, head.length - joint.length)] : []))

/**
 * The two words that a Germanic compound is made of, where both are known: `Antragseingang` is `Antrag` and `Eingang`.
 * `undefined` for a word that no two known words make.
 */
export function partsOf(word: string, isKnown: (part: string) => boolean): readonly [string, string] | undefined {
  for (let at = leastHead; at <= word.length - leastPart; at += 1) {
    const tail = word.slice(at)
    const least = tail.length >= leastLongTail ? leastHead : leastPart
    const head = isKnown(tail) ? heads(word.slice(0, at)).find((one) => one.length >= least && isKnown(one)) : undefined
    if (head !== undefined) return [head, tail]
  }
  return undefined
}

/** Two of the words that a compound joins, as they stand: of `kilometerstand` [`kilometer`, `stand`]. */
export function joinedOf(
  word: string,
  words: readonly string[],
  isSame: (one: string, other: string) => boolean,
): readonly string[] | undefined {
  for (const last of words) {
    if (last.length < leastPart) continue
    const least = Math.max(leastPart - 1, word.length - last.length - mostEnding)
    for (let at = least; at <= word.length - leastPart && at <= word.length - last.length + mostEnding; at += 1) {
      if (!isSame(word.slice(at), last)) continue
      const first = words.find((one) => one !== last && heads(word.slice(0, at)).some((head) => isSame(head, one)))
      if (first !== undefined) return [first, last]
    }
  }
  return undefined
}
