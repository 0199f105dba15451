import { voidElements } from '../../page/element-kinds.ts'
import type { HtmlTag } from '../../parse/html-tokens.ts'
import type { ParsedField } from '../../parse/parse-template.ts'
import { htmlRule, type Rule } from '../rule.ts'

/** What a stretch of html closes of what was open before it, and leaves open. */
interface Effect {
  readonly closes: string[]
  readonly opens: string[]
}

interface Open {
  readonly body: string
  readonly start: number
  readonly end: number
  effect: Effect
  /** Of what stands before the `else`. */
  first: Effect | undefined
}

/** Elements whose end is often left out. */
const loose = new Set(['p', 'li', 'dt', 'dd', 'option'])
/** Elements left open that are kept account of. */
const maxOpen = 200

const none = (): Effect => ({ closes: [], opens: [] })
const said = ({ closes, opens }: Effect): string =>
  [...closes.map((name) => `/${name}`), ...opens.filter((name) => !loose.has(name))].join(' ')

function apply(effect: Effect, tag: Pick<HtmlTag, 'kind' | 'name'>): void {
  if (tag.kind === 'start') {
    if (effect.opens.length < maxOpen) effect.opens.push(tag.name)
    return
  }
  const at = effect.opens.lastIndexOf(tag.name)
  if (at !== -1) effect.opens.length = at
  else if (!loose.has(tag.name) && effect.closes.length < maxOpen) effect.closes.push(tag.name)
}

/** Sections that begin inside an element and end outside of it. A pair of them on one condition is all right. */
export const sectionsAndElements = htmlRule(({ parsed, tokens }, tell) => {
  const tags = tokens.filter(
    (token): token is HtmlTag =>
      (token.kind === 'start' || token.kind === 'end') &&
      !voidElements.has(token.name) &&
      !(token.kind === 'start' && token.selfClosing),
  )
  const open: Open[] = []
  const crossing: { readonly section: Open; readonly effect: Effect }[] = []
  let next = 0
  const readUpTo = (offset: number): void => {
    for (; (tags[next]?.start ?? Infinity) < offset; next += 1) {
      const tag = tags[next]
      const top = open.at(-1)
      if (tag !== undefined && top !== undefined) apply(top.effect, tag)
    }
  }
  for (const { kind, body, start, end } of parsed.tags) {
    readUpTo(start)
    if (kind === 'open' || kind === 'inverted') open.push({ body, start, end, effect: none(), first: undefined })
    const top = open.at(-1)
    if (top === undefined) continue
    if (kind === 'else') {
      top.first ??= top.effect
      top.effect = none()
    } else if (kind === 'close') {
      open.pop()
      const { first, effect } = top
      const whole = first ?? effect
      if (first === undefined ? said(effect) !== '' : said(first) !== said(effect))
        crossing.push({ section: top, effect: whole })
      const outer = open.at(-1)
      if (outer === undefined) continue
      for (const name of whole.closes) apply(outer.effect, { kind: 'end', name })
      for (const name of whole.opens) apply(outer.effect, { kind: 'start', name })
    }
  }
  const together = new Map<string, Effect>()
  const keyOf = (body: string): string => body.replace(/\s+/g, ' ')
  for (const { section, effect } of crossing) {
    const sum = together.get(keyOf(section.body)) ?? none()
    together.set(keyOf(section.body), sum)
    for (const name of effect.closes) apply(sum, { kind: 'end', name })
    for (const name of effect.opens) apply(sum, { kind: 'start', name })
  }
  for (const { section } of crossing)
    if (said(together.get(keyOf(section.body)) ?? none()) !== '') tell('section_crosses_element', section)
})

/** Sections with nothing in them, and the same condition twice in a row. */
export const emptySections: Rule = ({ checked, tell }) => {
  for (const parsed of checked.fields)
    checkField(parsed, (code, { start, end }) => tell(code, parsed.field, [start, end]))
}

function checkField(
  { tags, field }: ParsedField,
  tell: (code: 'empty_section' | 'repeated_section', place: { start: number; end: number }) => void,
): void {
  const open: { readonly body: string; readonly start: number; readonly end: number }[] = []
  for (const [index, { kind, body, start, end }] of tags.entries()) {
    if (kind === 'open' || kind === 'inverted') {
      const inner = open.at(-1)
      if (kind === 'open' && inner?.body === body && /^if\s/.test(body)) tell('repeated_section', { start, end })
      open.push({ body, start, end })
      continue
    }
    const top = open.at(-1)
    if (top === undefined) continue
    if (kind !== 'close') continue
    open.pop()
    const before = tags[index - 1]
    if (before?.start === top.start && field.source.slice(top.end, start).trim() === '')
      tell('empty_section', { start: top.start, end })
    if (before?.kind === 'else' && field.source.slice(before.end, start).trim() === '')
      tell('empty_section', { start: before.start, end })
  }
}
