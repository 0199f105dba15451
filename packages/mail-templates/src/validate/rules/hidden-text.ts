import { contrast } from '../../page/element-looks.ts'
import { htmlRule } from '../rule.ts'

/** What inboxes show of a preheader at most. */
export const longestPreheader = 250

const fillers = /(?:[\s\u00AD\u200B-\u200F\u2007\u2060\uFEFF\u00A0]|\u034F)+/gu

/** Whether a preheader says the same as the subject, values by their tags. */
export const repeats = (preheader: string, subject: string): boolean =>
  bare(preheader) !== '' && bare(preheader) === bare(subject)

const bare = (text: string): string =>
  text
    .replace(/\{{3}([^{}]*)\}{3}/g, '{{$1}}')
    .replace(/&#?\w{1,10};|[\s.!?:;,]+/g, '')
    .toLowerCase()

/**
 * Text that readers do not see. The first hidden text before any visible one is the preheader, which inboxes show beside
 * the subject.
 */
export const hiddenText = htmlRule(({ page, looks, parsed }, tell, { template }) => {
  if (looks === undefined) return
  let seenVisible = false
  let preheader: number | undefined
  let length = 0
  let summary = ''
  const told = new Set<number>()
  /** The outermost element that is hidden. */
  const outermost = (index: number): number => {
    let at = index
    for (let depth = 0; depth < 200; depth += 1) {
      const parent = page.elements[at]?.parent ?? -1
      if ((looks[parent]?.hiddenBy ?? '') === '') break
      at = parent
    }
    return at
  }
  for (const text of page.texts) {
    if (text.element !== '') continue
    if (!/[\p{L}\p{N}]/u.test(text.text)) continue
    const look = looks[text.parent]
    const element = page.elements[text.parent]
    if (look === undefined || element === undefined) {
      seenVisible = true
      continue
    }
    const isOneColor =
      look.color !== undefined && look.background !== undefined && contrast(look.color, look.background) < 1.1
    if (look.hiddenBy === '' && !isOneColor) {
      seenVisible = true
      continue
    }
    const holder = look.hiddenBy === '' ? text.parent : outermost(text.parent)
    if (!seenVisible && look.hiddenBy !== '' && (preheader ?? holder) === holder) {
      preheader = holder
      length += text.text.replace(fillers, ' ').trim().length
      summary += parsed.field.source.slice(text.start, text.end).replace(fillers, ' ')
      continue
    }
    // Telephones hide what only large screens show, in a rule of its own; here it is hidden for good.
    if (told.has(holder)) continue
    told.add(holder)
    const how = look.hiddenBy === '' ? 'the colour of its background' : look.hiddenBy
    tell('hidden_text', page.elements[holder]?.tag ?? element.tag, { message: `Text is hidden by ${how}.` })
  }
  const body = page.elements.find(({ tag }) => tag.name === 'body')
  if (body === undefined) return
  const tag = preheader === undefined ? undefined : page.elements[preheader]?.tag
  const holdsValue =
    tag !== undefined &&
    parsed.tags.some(({ start }) => start > tag.end && start < (page.elements[preheader ?? -1]?.end ?? 0))
  // Filling puts that of the template before all others.
  const isGiven = (template.preheader ?? '').trim() !== ''
  if (preheader === undefined && !isGiven) tell('no_preheader', body.tag)
  if (tag !== undefined && repeats(summary, template.subject)) tell('preheader_repeats_subject', tag)
  else if (tag !== undefined && length > longestPreheader && !holdsValue)
    tell('long_preheader', tag, { message: `The hidden summary has ${length} characters.` })
})
