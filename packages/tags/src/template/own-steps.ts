import { expressedHere } from './expressed-here.ts'

/** Formatters behind each other that are looked at. */
const maxSteps = 8

/** `value | formatN: 2 | append: "x"` with what does the same here, one step after the other; with one that nothing does, as it is. */
export function ownSteps(text: string): string {
  if ((text.match(/"/g) ?? []).length % 2 === 1) return text
  const [value = '', ...steps] = (text.match(/(?:"[^"]*"|'[^']*'|[^|"'])+/g) ?? []).map((each) => each.trim())
  if (steps.length === 0 || steps.length > maxSteps) return text
  let here = value
  for (const step of steps) {
    const [, name = '', given = ''] = /^([\p{L}_][\p{L}\p{N}_]{0,60})\s*:?\s*(.*)$/su.exec(step) ?? []
    const written = expressedHere(name, here, argumentsOf(given))
    if (name === '' || written === undefined) return text
    here = written
  }
  return here
}

const argumentsOf = (given: string): readonly string[] =>
  (given.match(/"[^"]*"|'[^']*'|[^,:\s]+/g) ?? []).map((each) => each.replace(/^[\p{L}_]+\s*=\s*(?![=>])/u, ''))
