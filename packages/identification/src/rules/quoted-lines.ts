/** A line of an earlier message, as mail quotes it. */
const quoted = /(?:^|\n)[ ]?>/u

/** Whether what stands at an offset is quoted of an earlier message; in a text without quotes nothing is. */
export function quotedIn(text: string): (offset: number) => boolean {
  if (!quoted.test(text)) return () => false
  return (offset) => /^[ ]?>/u.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset + 2))
}
