import type { ParsedField } from '../../parse/parse-template.ts'
import { fieldOf, type Html, type Rule } from '../rule.ts'

/** Mailboxes, telephones and numbers, which should be the same in both parts. */
const fact =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|\+\p{N}[\p{N} ()/.-]{6,22}\p{N}|\p{N}(?:[\p{N}.,:/-]{0,30}\p{N})?/gu
const mayHoldFact = /[\p{N}@]/u
const wordBefore = /([\p{L}€$£%\uFFFC]{1,40})[^\p{L}\p{N}\uFFFC]{0,3}$/u
const wordBehind = /^[^\p{L}\p{N}\uFFFC]{0,3}([\p{L}€$£%\uFFFC]{1,40})/u
/** What stands for a value of the template. */
const value = '\uFFFC'
/** Signs around a fact that are looked at. */
const nearby = 50
const mostFacts = 500

interface Fact {
  readonly said: string
  readonly start: number
  readonly end: number
}

/** Facts by the words around them, one on each side: what is said of the same thing. */
function factsIn(pieces: Iterable<readonly [words: string, at: number]>, into = new Map<string, Fact[]>()) {
  let left = mostFacts
  for (const [words, at] of pieces)
    for (const { 0: found, index } of words.matchAll(fact)) {
      left -= 1
      if (left < 0) return into
      const before = wordBefore.exec(words.slice(Math.max(0, index - nearby), index))?.[1]
      const end = index + found.length
      const behind = wordBehind.exec(words.slice(end, end + nearby))?.[1]
      if (before === undefined || behind === undefined || before.includes(value) || behind.includes(value)) continue
      const key = `${before} ${behind}`.toLowerCase()
      const facts = into.get(key) ?? []
      facts.push({ said: found, start: at + index, end: at + end })
      into.set(key, facts)
    }
  return into
}

/** A telephone is written with blanks and without. */
const bare = (said: string): string => (said.startsWith('+') ? said.replace(/\P{N}/gu, '') : said)

/** What readers see of the html, with a sign for each value. */
function* shownWords({ page, looks, parsed }: Html): Generator<readonly [words: string, at: number]> {
  const { source } = parsed.field
  for (const { element, parent, text, start, end } of page.texts)
    if (element === '' && mayHoldFact.test(text) && (looks?.[parent]?.hiddenBy ?? '') === '')
      yield [source.slice(start, end).replace(/\{\{[^{}]*\}\}/g, (tag) => value.repeat(tag.length)), start]
}

function plainWords({ field, tags }: ParsedField): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, kind } of tags) {
    const sign = kind === 'value' || kind === 'raw' ? value : ' '
    pieces.push(field.source.slice(at, start), sign.repeat(Math.max(0, end - Math.max(start, at))))
    at = Math.max(at, end)
  }
  return pieces.join('') + field.source.slice(at)
}

/** Numbers and mailboxes of which the text part and the html say something else between the same words. */
export const partFacts: Rule = (input) => {
  const { html, tell } = input
  const text = fieldOf(input, 'text')
  if (html === undefined || text === undefined) return
  const plain = factsIn([[plainWords(text), 0]])
  if (plain.size === 0) return
  const shown = factsIn(shownWords(html))
  for (const [key, here] of plain) {
    const there = shown.get(key)
    const [mine, theirs] = [here[0], there?.[0]]
    if (there === undefined || mine === undefined || theirs === undefined) continue
    const others = new Set(there.map(({ said }) => bare(said)))
    if (here.some(({ said }) => others.has(bare(said)))) continue
    tell('parts_disagree', text.field, [mine.start, mine.end], {
      message: `The text part says "${mine.said.slice(0, 60)}" where the html says "${theirs.said.slice(0, 60)}".`,
    })
    tell('parts_disagree', html.parsed.field, [theirs.start, theirs.end], {
      message: `The html says "${theirs.said.slice(0, 60)}" where the text part says "${mine.said.slice(0, 60)}".`,
    })
  }
}
